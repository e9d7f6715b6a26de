import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import type { CallContext, Component, ModelReply, ModelRequest } from '@runnel/node-kit'
import { getCapability } from '../components/component.ts'
import type { StepRun } from '../step/step-run.ts'

/** A reply is plain JSON by contract. */
type KeptReply = ModelReply & JsonObject

interface CachedCall {
  stepRun: StepRun
  component: Component
  cache: Component
  request: ModelRequest
  /** What the cache itself may call. */
  call: CallContext
}

interface Answering {
  /** Shows a reply that was kept. */
  tell(reply: KeptReply): void
  ask(): Promise<KeptReply>
}

/**
 * The reply of a model with a cache: the one that it keeps for this very request, else what the vendor says now, which is
 * kept when it is whole. A kept one used no tokens, and says so.
 */
export async function answerFromCache(
  { stepRun, component, cache, request, call }: CachedCall,
  { tell, ask }: Answering,
): Promise<KeptReply> {
  if (dependsOnElse(request)) return ask()
  const { find, keep } = await getCapability(stepRun, cache, 'cache')
  const { type, values, credentials } = component
  const key = call.hash({ type, values, credentials, request: request as unknown as JsonValue })
  const kept = await find(cache, key, call)
  if (isReply(kept)) {
    const metadata = { ...kept.metadata, fromCache: true }
    const reply = Object.assign({}, kept, { usage: NO_USAGE, metadata })
    tell(reply)
    return reply
  }
  const reply = await ask()
  if (reply.finishReason === 'stop' || reply.finishReason === 'tool-calls')
    await keep(cache, { key, reply }, call)
  return reply
}

const NO_USAGE = { inputTokens: 0, outputTokens: 0, totalTokens: 0 }

/** What stands at an address may be something else tomorrow, though it is asked about in the same words. */
function dependsOnElse({ messages }: ModelRequest): boolean {
  return messages.some(
    ({ content }) =>
      typeof content !== 'string' &&
      content.some((part) => part.type === 'file' && ('url' in part.source || 'stored' in part.source)),
  )
}

function isReply(value: JsonValue | undefined): value is KeptReply {
  return isJsonObject(value) && Array.isArray(value.parts) && typeof value.finishReason === 'string'
}
