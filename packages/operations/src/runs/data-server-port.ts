import type { JsonValue } from '@runnel/contract'
import { scrubber } from '@runnel/drivers'
import type { DataServerPort } from '@runnel/engine'
import type { OperationContext } from '../context.ts'
import { openComponentCredential, type VendorOpening } from '../credentials/open-vendor.ts'

const DEFAULT_TIMEOUT_MS = 30_000
/** A shorter password may be a word like any other, which people wrote and rows hold. */
const SHORTEST_IN_ANSWERS = 8

/** What a call of a flow may open. */
type OpeningOf = (
  flowId: string,
  signal: AbortSignal,
) => Pick<VendorOpening, 'credentials' | 'consentedHosts'>

/**
 * Servers that do not speak HTTP for one run, asked as whom the component's credential says. The password is taken out of
 * what comes of it: of the answer and of the words of a fault.
 */
export function createDataServerPort(
  context: OperationContext,
  workspaceId: string,
  openingOf: OpeningOf,
): DataServerPort {
  return {
    async ask({ protocol, target, question }, { flowId, signal }) {
      const { component, reach, timeoutMs = DEFAULT_TIMEOUT_MS } = target
      const fields = await openComponentCredential(context, component, openingOf(flowId, signal))
      const address = reach(fields ?? {})
      const { password = '' } = address
      const hide = scrubber([password])
      const how = { workspaceId, timeoutMs, signal }
      try {
        const answer = await context.dataServers.ask(protocol, { address, question }, how)
        return password.length < SHORTEST_IN_ANSWERS ? answer : withoutSecrets(answer, hide)
      } catch (error) {
        if (error instanceof Error && !signal.aborted) error.message = hide(error.message)
        throw error
      }
    },
  }
}

function withoutSecrets<Answer>(answer: Answer, hide: (text: string) => string): Answer {
  const clean = (_key: string, value: JsonValue) => (typeof value === 'string' ? hide(value) : value)
  return JSON.parse(JSON.stringify(answer), clean) as Answer
}
