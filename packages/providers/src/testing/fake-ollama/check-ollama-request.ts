import type { FakeRefusal } from '../fake-openai-reply.ts'

/** The parts of a body of `/api/chat` and `/api/embed` that the server reads; the rest is kept as it came. */
export interface OllamaBody {
  model?: string
  messages?: OllamaFakeMessage[]
  input?: string | string[]
  tools?: { function: { name: string } }[]
  format?: 'json' | Record<string, unknown>
  think?: boolean
  /** Absent means yes. */
  stream?: boolean
  keep_alive?: string | number
  options?: Record<string, unknown>
}

interface OllamaFakeMessage {
  role: string
  content?: unknown
  images?: string[]
  tool_calls?: { function?: { name?: string; arguments?: unknown } }[]
}

/** What the fake server's models can do. */
export const OLLAMA_MODELS: Record<string, string[]> = {
  'qwen3:8b': ['completion', 'tools', 'thinking', 'vision'],
  'llama3.2:latest': ['completion', 'tools'],
  'tinyllama:latest': ['completion'],
  'nomic-embed-text:latest': ['embedding'],
}

/** The vendor calls a model without a tag `latest`. */
const taggedName = (model: string) => (model.includes(':') ? model : `${model}:latest`)

/** What the vendor refuses in a call, in its words; undefined when all is well. */
export function checkOllamaRequest(body: OllamaBody, wanted: 'completion' | 'embedding') {
  const { model = '' } = body
  const abilities = OLLAMA_MODELS[taggedName(model)]
  if (model === '') return refusal('model is required')
  if (!abilities) return refusal(`model '${model}' not found`, 404)
  const needs = [
    [wanted === 'completion' ? 'chat' : 'embeddings', abilities.includes(wanted)],
    ['tools', !body.tools || abilities.includes('tools')],
    ['thinking', body.think !== true || abilities.includes('thinking')],
  ] as const
  const missing = needs.find(([, isMet]) => !isMet)
  if (missing) return refusal(`"${model}" does not support ${missing[0]}`)
  return checkKeepAlive(body) ?? checkOptions(body) ?? checkMessages(body.messages ?? [])
}

function checkKeepAlive({ keep_alive: given }: OllamaBody): FakeRefusal | undefined {
  if (given === undefined || typeof given === 'number' || /^-?(\d+(\.\d+)?(ms|s|m|h))+$/.test(given))
    return undefined
  return refusal(`time: missing unit in duration "${given}"`)
}

/** Numbers are numbers: the vendor does not read texts as such. */
function checkOptions({ options = {} }: OllamaBody): FakeRefusal | undefined {
  const wrong = Object.entries(options).find(([name, value]) =>
    name === 'stop'
      ? !Array.isArray(value)
      : name === 'use_mmap'
        ? typeof value !== 'boolean'
        : typeof value !== 'number',
  )
  return wrong && refusal(`option "${wrong[0]}" must be of type ${wrong[0] === 'stop' ? 'array' : 'number'}`)
}

function checkMessages(messages: OllamaFakeMessage[]): FakeRefusal | undefined {
  for (const { role, content, images = [], tool_calls: calls = [] } of messages) {
    if (!['system', 'user', 'assistant', 'tool'].includes(role)) return refusal(`invalid role: ${role}`)
    if (typeof content !== 'string') {
      return refusal(
        'json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string',
      )
    }
    const isFit = images.every((image) => /^[\w+/]+=*$/.test(image) && image.length % 4 === 0)
    if (!isFit) return refusal('illegal base64 data at input byte 4')
    if (calls.some((call) => typeof call.function?.arguments !== 'object')) {
      return refusal(
        'json: cannot unmarshal string into Go struct field ToolCallFunction.messages.tool_calls.function.arguments of type api.ToolCallFunctionArguments',
      )
    }
  }
  return undefined
}

function refusal(message: string, status = 400): FakeRefusal {
  return { status, message }
}
