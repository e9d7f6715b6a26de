import { fillFlatSchema } from '../fill-flat-schema.ts'
import type { FakeAnthropicAnswer } from './anthropic-reply.ts'
import type { AnthropicBlock, AnthropicBody, AnthropicTool } from './anthropic-request.ts'
import { isBuiltIn } from './check-tools.ts'

const ARITHMETIC = /\d+(?:\.\d+)?\s*[-+*/×÷]\s*\d+(?:[-+*/×÷.\s\d]*\d)?/
const COUNTING = /calc|math|arithmetic|rechn/i

/**
 * The answer that is given when a test scripts none, by rules, so that whole flows run: wanted JSON and a forced tool
 * are filled in; arithmetic goes to a calculator, a tool that is named is called; results are said; the rest is echoed.
 */
export function defaultAnthropicAnswer(body: AnthropicBody): FakeAnthropicAnswer {
  const last = blocksOf(body.messages?.at(-1)?.content)
  const question = textOf(blocksOf(body.messages?.findLast(isAsked)?.content))
  return { thinking: `The question is: ${question}`, ...answer(body, { last, question }) }
}

interface Situation {
  last: AnthropicBlock[]
  question: string
}

function answer(body: AnthropicBody, { last, question }: Situation): FakeAnthropicAnswer {
  const schema = body.output_config?.format?.schema
  if (schema) return { text: JSON.stringify(fillFlatSchema(schema, question)) }
  const results = last.filter(({ type }) => type === 'tool_result')
  if (results.length > 0) return { text: `The result is ${results.map(resultText).join(', ')}.` }
  const tool = chooseTool(body, question)
  if (tool) return { toolCalls: [{ name: tool.name ?? '', input: inputFor(tool, question) }] }
  if (/search/i.test(question) && body.tools?.some(({ type }) => type?.startsWith('web_search'))) {
    return searched(question)
  }
  return { text: [...describeMedia(last), `Echo: ${question}`].join(' ') }
}

/** Whether a message says something itself and is not only results of tools. */
function isAsked({ role, content }: { role: string; content: string | AnthropicBlock[] }): boolean {
  return role === 'user' && textOf(blocksOf(content)) !== ''
}

function blocksOf(content: string | AnthropicBlock[] | undefined): AnthropicBlock[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
}

function textOf(blocks: AnthropicBlock[]): string {
  return blocks.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : [])).join(' ')
}

function resultText({ content }: AnthropicBlock): string {
  return typeof content === 'string' ? content : textOf(Array.isArray(content) ? content : [])
}

function chooseTool(body: AnthropicBody, question: string): AnthropicTool | undefined {
  const { tool_choice: choice } = body
  if (choice?.type === 'none') return undefined
  const tools = (body.tools ?? []).filter((tool) => !isBuiltIn(tool))
  if (choice?.type === 'tool') return tools.find(({ name }) => name === choice.name)
  const calculator = tools.find(({ name, description }) => COUNTING.test(`${name} ${description}`))
  if (calculator && ARITHMETIC.test(question)) return calculator
  const named = tools.find(({ name }) => question.toLowerCase().includes(String(name).toLowerCase()))
  return named ?? (choice?.type === 'any' ? tools[0] : undefined)
}

function inputFor({ input_schema: schema = {} }: AnthropicTool, question: string): Record<string, unknown> {
  return fillFlatSchema(schema, ARITHMETIC.exec(question)?.[0] ?? question)
}

function searched(query: string): FakeAnthropicAnswer {
  const text = `All there is to know of ${query}`
  return {
    webSearch: { query, results: [{ url: 'https://example.com/found', title: 'What was found', text }] },
    text: `I found: ${text}`,
  }
}

function describeMedia(blocks: AnthropicBlock[]): string[] {
  return ['image', 'document'].flatMap((type) => {
    const count = blocks.filter((block) => block.type === type).length
    return count === 0 ? [] : [`I see ${count} ${type}${count === 1 ? '' : 's'}.`]
  })
}
