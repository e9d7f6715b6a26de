import { isRunnelError, RunnelError } from '@runnel/contract'
import { scrubber } from '@runnel/drivers'
import type { ChatModel, ModelReference, ProviderContext } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { baseHostsOf } from '../credentials/base-urls.ts'
import type { CredentialOpener } from '../credentials/open-credential.ts'

/** Sends a stored key only where somebody with the right to edit credentials said it may go (`docs/security.md`). */
function checkConsent(reference: ModelReference, consentedHosts: string[]): void {
  if (reference.credentialId === undefined) return
  const host = baseHostsOf(reference.values).find((candidate) => !consentedHosts.includes(candidate))
  if (host === undefined) return
  throw new RunnelError(
    'credential_host_mismatch',
    `Node ${reference.nodeId} would send its credential to ${host}, which nobody with the right to edit credentials has confirmed. Open the flow, check the base URL and save.`,
  )
}

/** What the errors of a model are given: its name, and no secret of the run. */
interface ErrorText {
  label: string
  secrets: () => string[]
}

/** Error texts of vendors may quote the key: they pass a scrubber that knows this run's secrets. */
function presentError(error: unknown, { label, secrets }: ErrorText): unknown {
  if (!(error instanceof Error)) return error
  const told = scrubber(secrets())(error.message)
  error.message = isRunnelError(error) ? `${label}: ${told}` : told
  return error
}

function presentErrors(model: ChatModel, text: ErrorText): ChatModel {
  return {
    maxReplyTokens: model.maxReplyTokens,
    async generate(request, signal) {
      try {
        return await model.generate(request, signal)
      } catch (error) {
        throw presentError(error, text)
      }
    },
    async *stream(request, signal) {
      try {
        yield* model.stream(request, signal)
      } catch (error) {
        throw presentError(error, text)
      }
    },
  }
}

/** What opening the models of one run needs. */
export interface ModelOpening {
  credentials: CredentialOpener
  consentedHosts: string[]
}

function needsCredential(context: OperationContext, reference: ModelReference): boolean {
  const credential = context.catalogue.find(reference.type)?.credential
  return credential !== undefined && credential.optional !== true
}

/**
 * Opens the model that a node names: finds its provider, opens its credential, guards where the key may go.
 * @throws RunnelError `missing_component`, `missing_credential`, `credential_host_mismatch`
 */
export async function openModel(
  context: OperationContext,
  reference: ModelReference,
  { credentials, consentedHosts }: ModelOpening,
): Promise<ChatModel> {
  const load = context.catalogue.findChatModel(reference.type)
  if (!load) {
    throw new RunnelError(
      'missing_component',
      `Node ${reference.nodeId} names the model “${reference.type}”, which is not there.`,
    )
  }
  if (reference.credentialId === undefined && needsCredential(context, reference)) {
    throw new RunnelError(
      'missing_credential',
      `Node ${reference.nodeId} has no credential. Open the node and choose one.`,
    )
  }
  checkConsent(reference, consentedHosts)
  const provider: ProviderContext = { fetch: context.egress.fetch, sleep: context.sleep }
  if (reference.credentialId !== undefined) {
    provider.credential = await credentials.open(reference.credentialId, reference.nodeId)
  }
  const open = await load()
  const label = context.catalogue.find(reference.type)?.label ?? reference.type
  return presentErrors(await open(reference.values, provider), { label, secrets: credentials.secrets })
}
