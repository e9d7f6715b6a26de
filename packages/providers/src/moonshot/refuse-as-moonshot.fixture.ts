import type { FakeChatBody } from '../testing/fake-openai-reply.ts'

/** What models whose name begins with `kimi-` fix: other values are refused, whatever the model. */
const FIXED = { top_p: 0.95, presence_penalty: 0, frequency_penalty: 0 }

/** What Moonshot refuses of a call of chat completions, in its words. */
export function refuseAsMoonshot(body: FakeChatBody): string | undefined {
  if (!body.model?.startsWith('kimi-')) return undefined
  const wanted = readThinking(body.thinking)
  const isFree = /^kimi-k2\.[56]/.test(body.model)
  if (wanted === 'disabled' && !isFree) return 'invalid thinking: only type=enabled is allowed for this model'
  if (wanted !== undefined && body.reasoning_effort !== undefined)
    return "cannot specify both 'thinking' and 'reasoning_effort'"
  const thinks = wanted !== 'disabled'
  return refuseSampling(body, thinks) ?? refuseImages(body) ?? (thinks ? refuseOfThinkers(body) : undefined)
}

function readThinking(thinking: unknown): unknown {
  return typeof thinking === 'object' && thinking !== null && 'type' in thinking ? thinking.type : undefined
}

function refuseSampling(body: FakeChatBody, thinks: boolean): string | undefined {
  const fixed = { temperature: thinks ? 1 : 0.6, ...FIXED }
  for (const [name, only] of Object.entries(fixed))
    if (body[name] !== undefined && body[name] !== only)
      return `invalid ${name}: only ${only} is allowed for this model`
  return undefined
}

/** Pictures come with the call: no address is looked at. */
function refuseImages({ messages = [] }: FakeChatBody): string | undefined {
  const isAddressed = /"url":"https?:/.test(JSON.stringify(messages.map(({ content }) => content)))
  return isAddressed ? 'unsupported image url, only base64 and files are supported' : undefined
}

function refuseOfThinkers({
  messages = [],
  model = '',
  tool_choice: choice,
}: FakeChatBody): string | undefined {
  if (typeof choice === 'object') return "tool_choice 'specified' is incompatible with thinking enabled"
  if (choice === 'required' && !model.startsWith('kimi-k3'))
    return "tool_choice 'required' is incompatible with thinking enabled"
  const bare = messages.findIndex(
    ({ role, tool_calls: calls, reasoning_content: thoughts }) =>
      role === 'assistant' && Array.isArray(calls) && !thoughts,
  )
  return bare < 0
    ? undefined
    : `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${bare}`
}
