import { partsOf, textOf } from '@runnel/contract'
import type { ChatModel, ModelReply, ModelRequest } from '@runnel/node-kit'

/** What the fake vendor saw and what it answers. */
export interface FakeVendor {
  /** Every call that arrived, by what it was asked; in order. */
  calls: string[]
  /** Calls that were answered whole. */
  answered: string[]
  /** How often a call fails before it succeeds, by what it is asked. */
  failures: Map<string, (Error | 'cut')[]>
  /** Waits before an answer; resolves at once by default. */
  delay(asked: string, signal: AbortSignal): Promise<void>
  /** Tokens of each call. */
  usage: ModelReply['usage']
  /** The most tokens of a reply, as the flow limits them. */
  maxReplyTokens?: number
  /** What the model thinks before it answers, piece by piece. */
  thoughts?: string[]
  /** Calls and answered calls of tools and code. */
  effects: string[]
}

/** Makes a vendor that echoes: asked `x`, it answers `re:x`. */
export function createFakeVendor(changes: Partial<FakeVendor> = {}): FakeVendor {
  return {
    calls: [],
    answered: [],
    failures: new Map(),
    delay: () => Promise.resolve(),
    usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
    effects: [],
    ...changes,
  }
}

/** The vendor's chat model: streams its answer letter by letter. */
export function createFakeModel(vendor: FakeVendor): ChatModel {
  const begin = async (request: ModelRequest, signal: AbortSignal) => {
    signal.throwIfAborted()
    const asked = readAsked(request)
    vendor.calls.push(asked)
    await abortable(vendor.delay(asked, signal), signal)
    return { asked, failure: vendor.failures.get(asked)?.shift() }
  }
  return {
    maxReplyTokens: vendor.maxReplyTokens,
    generate: async (request, signal) => {
      const { asked, failure } = await begin(request, signal)
      if (failure) throw failure === 'cut' ? new Error('cut') : failure
      vendor.answered.push(asked)
      return createReply(vendor, asked)
    },
    stream: async function* (request, signal) {
      const { asked, failure } = await begin(request, signal)
      if (failure && failure !== 'cut') throw failure
      for (const text of vendor.thoughts ?? []) yield { type: 'reasoning', text }
      for (const letter of `re:${asked}`) {
        signal.throwIfAborted()
        yield { type: 'text', text: letter }
        if (failure === 'cut') throw Object.assign(new Error('cut'), { retryable: true })
      }
      vendor.answered.push(asked)
      yield { type: 'finish', reply: createReply(vendor, asked) }
    },
  }
}

function readAsked({ messages }: ModelRequest): string {
  const last = messages.at(-1)
  return last ? textOf(partsOf(last)) : ''
}

function createReply(vendor: FakeVendor, asked: string): ModelReply {
  const thoughts: ModelReply['parts'] = vendor.thoughts
    ? [{ type: 'reasoning', text: vendor.thoughts.join('') }]
    : []
  const parts: ModelReply['parts'] = [...thoughts, { type: 'text', text: `re:${asked}` }]
  return { parts, usage: vendor.usage, finishReason: 'stop' }
}

function abortable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
