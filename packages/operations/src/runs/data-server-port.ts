import { setImmediate as letOthersGo } from 'node:timers/promises'
import { isRunnelError, RunnelError } from '@runnel/contract'
import { scrubber } from '@runnel/drivers'
import type { DataServerPort } from '@runnel/engine'
import type { Component } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { type OpeningOf, openComponentCredential } from '../credentials/open-vendor.ts'
import { blankFields } from '../credentials/present-credential.ts'

const DEFAULT_TIMEOUT_MS = 30_000
/** A shorter secret may be a word like any other, which people wrote and rows hold. */
const SHORTEST_IN_ANSWERS = 8
/** So many characters and values of an answer are gone through before others have their turn on the thread. */
const AT_ONCE = 200_000

type Hide = (text: string) => string

/**
 * Servers that do not speak HTTP for one run, asked as whom the component's credential says. Its secrets are taken out of
 * what comes of it: of the answer and of the words of a fault and its causes.
 */
export function createDataServerPort(
  context: OperationContext,
  workspaceId: string,
  openingOf: OpeningOf,
): DataServerPort {
  return {
    async ask({ protocol, target, question }, { flowId, signal }) {
      const { component, reach, timeoutMs = DEFAULT_TIMEOUT_MS } = target
      const opening = openingOf({ flowId, owner: component.owner, signal })
      const opened = await openComponentCredential(context, component, opening)
      const fields = opened ?? {}
      const address = reach(fields)
      const secrets = [address.password ?? '', ...listSecrets(context, component, fields)]
      const how = { workspaceId, timeoutMs, signal }
      try {
        const answer = await context.dataServers.ask(protocol, { address, question }, how)
        const long = secrets.filter(({ length }) => length >= SHORTEST_IN_ANSWERS)
        if (long.length > 0) await hideInAnswer({ answer }, scrubber(long))
        return answer
      } catch (error) {
        throw signal.aborted ? error : withoutSecrets(error, scrubber(secrets))
      }
    },
  }
}

/** The values that the credential's editor would not show. */
function listSecrets(
  { catalogue }: OperationContext,
  { type }: Component,
  fields: Record<string, string>,
): string[] {
  const names = catalogue.find(type)?.credential?.credentialNames ?? []
  const types = names.flatMap((name) => catalogue.findCredentialType(name) ?? [])
  const secret = Object.entries(fields).filter(([name, value]) => {
    const owner = types.find(({ inputs }) => inputs.some((input) => input.name === name))
    return blankFields({ [name]: value }, owner)[name] !== value
  })
  return secret.map(([, value]) => value)
}

/** Goes through an answer in place, and lets others have the thread in between. */
async function hideInAnswer(answer: object, hide: Hide): Promise<void> {
  let seen = 0
  for (const { holder, key, value } of valuesIn(answer)) {
    const text = typeof value === 'string' ? value : ''
    // A value costs as much as some letters do.
    seen += 20 + text.length
    if (seen >= AT_ONCE) await letOthersGo()
    seen %= AT_ONCE
    if (text !== '') hideAt(holder, key, hide(text))
  }
}

function* valuesIn(answer: object): Generator<{ holder: object; key: string; value: unknown }> {
  const open: object[] = [answer]
  for (let holder = open.pop(); holder; holder = open.pop()) {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === 'object' && value !== null) open.push(value)
      yield { holder, key, value }
    }
  }
}

/** Sets it whatever the key is called: a document may have one that is named `__proto__`. */
function hideAt(holder: object, key: string, value: string): void {
  Object.defineProperty(holder, key, { value })
}

/** The same fault with other words: others may hold the one that was thrown. */
function withoutSecrets(error: unknown, hide: Hide): unknown {
  if (!(error instanceof Error)) return error
  const cause = error.cause instanceof Error ? new Error(hide(error.cause.message)) : undefined
  if (!isRunnelError(error)) return new RunnelError('upstream_error', hide(error.message), { cause })
  const { code, issues, body, status } = error
  const told = new RunnelError(code, hide(error.message), { cause, issues, body, status })
  const facts = ['retryable', 'wasSent'].filter((name) => name in error)
  return Object.assign(told, Object.fromEntries(facts.map((name) => [name, Reflect.get(error, name)])))
}
