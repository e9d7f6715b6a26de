import { errorMessage, isRunnelError, type JsonValue, RunnelError } from '@runnel/contract'
import { type ByteBudget, createByteBudget } from './byte-budget.ts'
import type { SandboxChild } from './child-process.ts'
import { limitMessages } from './limit-messages.ts'
import type { SandboxBroker, SandboxCall, SandboxLimits, SandboxRequest } from './sandbox.ts'
import type { FromChild } from './sandbox-messages.ts'

type CallMessage = Extract<FromChild, { type: 'call' }>
type Answer = { value: unknown } | { error: { message: string; code?: string } }

/** How many of the largest answers a run may have under way; with so many children it bounds the whole process. */
const ANSWERS_UNDER_WAY = 2

function isRequest(value: unknown): value is SandboxRequest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'url' in value &&
    typeof value.url === 'string' &&
    'method' in value &&
    typeof value.method === 'string' &&
    'headers' in value &&
    typeof value.headers === 'object' &&
    value.headers !== null &&
    Object.values(value.headers).every((header) => typeof header === 'string') &&
    (!('body' in value) || typeof value.body === 'string')
  )
}

async function askBroker(broker: SandboxBroker, message: CallMessage, call: SandboxCall): Promise<unknown> {
  const payload: unknown = JSON.parse(message.json)
  if (message.kind === 'fetch') {
    if (broker.fetch === undefined)
      throw new RunnelError('egress_denied', 'Web requests are not allowed here.')
    if (!isRequest(payload)) throw new RunnelError('invalid_input', 'The web request is not complete.')
    const { url, method, headers, body } = payload
    return broker.fetch({ url, method, headers, ...(body === undefined ? {} : { body }) }, call)
  }
  if (typeof payload !== 'object' || payload === null || !('name' in payload) || !('args' in payload)) {
    throw new RunnelError('invalid_input', 'The call is not complete.')
  }
  const name = String(payload.name)
  if (broker.call === undefined)
    throw new RunnelError('not_found', `There is nothing called “${name}” that this function may call.`)
  // The payload was just parsed from JSON text, so every part of it is a JSON value.
  return broker.call(name, payload.args as JsonValue, call)
}

function refusalOf(error: unknown): Answer {
  return { error: { message: errorMessage(error), ...(isRunnelError(error) ? { code: error.code } : {}) } }
}

/** The calls of one run to the outside: within its limits, and none outlives it. */
export class RunCalls {
  readonly #child: SandboxChild
  readonly #broker: SandboxBroker
  readonly #limits: SandboxLimits
  readonly #memory: ByteBudget
  readonly #over = new AbortController()
  #count = 0

  constructor(child: SandboxChild, broker: SandboxBroker, limits: SandboxLimits) {
    this.#child = child
    this.#broker = broker
    this.#limits = limits
    this.#memory = createByteBudget(ANSWERS_UNDER_WAY * limits.valueBytes)
  }

  /** The run is over: whatever is under way ends. */
  end(): void {
    this.#over.abort(new RunnelError('sandbox_error', 'The function has ended.'))
  }

  /** Serves one call and sends its answer; the memory of an answer is free when it has left. */
  async serve(message: CallMessage): Promise<void> {
    const { signal } = this.#over
    const { valueBytes } = this.#limits
    const held: (() => void)[] = []
    const free = () => {
      for (const one of held) one()
    }
    const reserve = async (bytes: number) => {
      held.push(await this.#memory.take(bytes, signal))
    }
    const json = await this.#answer(message, { signal, maxBytes: valueBytes, reserve })
    if (signal.aborted || !this.#child.isAlive()) free()
    else this.#child.send({ type: 'reply', callId: message.callId, json }, free)
  }

  async #answer(message: CallMessage, call: SandboxCall): Promise<string> {
    const json = JSON.stringify(await this.#ask(message, call))
    if (json.length <= this.#limits.valueBytes) return json
    return JSON.stringify({
      error: { message: limitMessages.answer(this.#limits), code: 'limit_exceeded' },
    })
  }

  async #ask(message: CallMessage, call: SandboxCall): Promise<Answer> {
    try {
      this.#count += 1
      if (this.#count > this.#limits.calls) {
        throw new RunnelError('limit_exceeded', limitMessages.calls(this.#limits))
      }
      return { value: (await askBroker(this.#broker, message, call)) ?? null }
    } catch (error) {
      return refusalOf(error)
    }
  }
}
