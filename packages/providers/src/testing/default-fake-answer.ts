import type { FakeAnswer, FakeChatBody } from './fake-openai-reply.ts'
import { fillFlatSchema } from './fill-flat-schema.ts'

/** The answer that is given when a test scripts none: an echo; a forced tool or wanted JSON is filled in. */
export function defaultFakeAnswer(body: FakeChatBody): FakeAnswer {
  const question = lastUserText(body)
  const schema = body.response_format?.json_schema?.schema ?? schemaInWords(question)
  if (schema) return { text: JSON.stringify(fillFlatSchema(schema, question)) }
  const forced = findForcedTool(body)
  if (forced) {
    return { toolCalls: [{ name: forced.name, input: fillFlatSchema(forced.parameters ?? {}, question) }] }
  }
  return { text: `Echo: ${question}` }
}

function schemaInWords(question: string): Record<string, unknown> | undefined {
  const [, text] = /JSON Schema:\n(\{.*\})/.exec(question) ?? []
  return text === undefined ? undefined : JSON.parse(text)
}

/** The last question; of one with images or files their number and its texts, not their bytes. */
function lastUserText({ messages }: FakeChatBody): string {
  const last = messages?.findLast(({ role }) => role === 'user')?.content
  if (!Array.isArray(last)) return typeof last === 'string' ? last : JSON.stringify(last ?? '')
  const media = last.filter(({ type }) => type !== 'text').length
  const texts = last.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : []))
  return [...(media > 0 ? [`(with ${media} ${media === 1 ? 'file' : 'files'})`] : []), ...texts].join(' ')
}

function findForcedTool({ tools, tool_choice: choice }: FakeChatBody) {
  if (typeof choice !== 'object' || choice === null || !('function' in choice)) return undefined
  const wanted = choice.function
  if (typeof wanted !== 'object' || wanted === null || !('name' in wanted)) return undefined
  return tools?.find((tool) => tool.function.name === wanted.name)?.function
}
