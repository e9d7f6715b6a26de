import type { FakeRefusal } from '../fake-openai-reply.ts'

/** The parts of a body of `/v2/chat` and `/v2/embed` that the server reads; the rest is kept as it came. */
export interface CohereBody {
  model?: string
  messages?: CohereFakeMessage[]
  stream?: boolean
  tools?: { function: { name: string; parameters?: Record<string, unknown> } }[]
  tool_choice?: 'REQUIRED' | 'NONE'
  response_format?: { type: string; json_schema?: Record<string, unknown> }
  texts?: string[]
  input_type?: string
  embedding_types?: string[]
}

interface CohereFakeMessage {
  role: string
  content?: string | { type: string; text?: string; image_url?: { url?: string } }[]
  tool_calls?: { id: string; function: { name: string; arguments: unknown } }[]
  tool_call_id?: string
}

const MOST_TEXTS = 96
const INPUT_TYPES = ['search_document', 'search_query', 'classification', 'clustering', 'image']

/** What the vendor refuses in a call of a model, in its words; undefined when all is well. */
export function checkCohereRequest(path: string, body: CohereBody): FakeRefusal | undefined {
  const { model = '' } = body
  const pattern = path === '/v2/embed' ? /^embed-/ : /^(command|c4ai)-/
  if (!pattern.test(model)) {
    const message = `model '${model}' not found, make sure the correct model ID was used and that you have access to the model.`
    return { status: 404, message }
  }
  const said = path === '/v2/embed' ? checkTexts(body) : checkMessages(body)
  return said === undefined ? undefined : { status: 400, message: `invalid request: ${said}` }
}

function checkTexts({ texts = [], input_type: purpose, embedding_types: types }: CohereBody) {
  if (texts.length === 0) return 'texts must not be empty'
  if (texts.length > MOST_TEXTS) return `total number of texts must be at most ${MOST_TEXTS}`
  if (texts.includes('')) return 'texts must not contain empty strings'
  if (!INPUT_TYPES.includes(purpose ?? '')) return 'valid input_type must be provided with the provided model'
  return types?.join() === 'float' ? undefined : 'this server gives vectors of type float only'
}

function checkMessages({ messages = [], model, tools, response_format: format }: CohereBody) {
  if (messages.length === 0) return 'at least one message is required'
  if (tools && format?.type === 'json_object') return 'response_format is not supported with tools'
  return (
    messages.map((message) => checkMessage(message, model)).find((said) => said !== undefined) ??
    checkCalls(messages)
  )
}

function checkMessage({ role, content, tool_calls: calls }: CohereFakeMessage, model = '') {
  if (!['system', 'user', 'assistant', 'tool'].includes(role)) return `unknown role ${role}`
  if (!calls && (content === undefined || content.length === 0))
    return 'all elements in history must have a message.'
  if (calls?.some((call) => typeof call.function.arguments !== 'string')) return 'arguments must be a string'
  const hasImage = Array.isArray(content) && content.some(({ type }) => type === 'image_url')
  return hasImage && !model.includes('vision') ? 'image content is not supported by the model' : undefined
}

/** Every call of a tool has its result behind it, and every result its call before it. */
function checkCalls(messages: CohereFakeMessage[]): string | undefined {
  const open = new Set<string>()
  for (const { role, tool_calls: calls = [], tool_call_id: answered = '' } of messages) {
    if (role === 'tool' && !open.delete(answered)) {
      return `tool call id ${answered} not found in previous tool calls`
    }
    if (role !== 'tool' && open.size > 0) break
    for (const { id } of calls) open.add(id)
  }
  return open.size > 0 ? 'tool call results are missing for the tool calls of the assistant' : undefined
}
