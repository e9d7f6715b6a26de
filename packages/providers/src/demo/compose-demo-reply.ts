import type { JsonValue } from '@runnel/contract'
import { type ModelRequest, partsOf, type ToolCallPart, toolCallsOf } from '@runnel/node-kit'
import { answerFromContext } from './answer-from-context.ts'
import { chooseDemoTool } from './choose-demo-tool.ts'
import { fillSchema } from './fill-schema.ts'
import { questionToRepeat } from './question-to-repeat.ts'
import { DEMO_NOTE, lastAsked, readQuestion } from './read-question.ts'
import { sayToolResults } from './say-tool-results.ts'

/** What the Demo model answers with. */
export interface DemoReply {
  text: string
  toolCalls: ToolCallPart[]
}

/**
 * The rules, first fit first: wanted JSON is filled from the question; a question that is to be written anew stays as it
 * is; results of tools are said in words; a sum or the
 * time goes to a tool; a sentence that fits the question is quoted; else it says plainly what it is.
 */
export function composeDemoReply(request: ModelRequest): DemoReply {
  const { question, context } = readQuestion(request.messages)
  if (request.structure) return say(JSON.stringify(fillSchema(request.structure.schema, question)))
  const repeated = questionToRepeat(lastAsked(request.messages))
  if (repeated !== undefined) return say(repeated)
  const results = sayToolResults(request.messages)
  if (results !== undefined) return say(results)
  const choice = request.toolChoice === 'none' ? undefined : chooseDemoTool(question, request.tools ?? [])
  if (choice) return callTool(request, choice.name, choice.input)
  return say(answerFromContext(question, context) ?? introduce(question))
}

function say(text: string): DemoReply {
  return { text, toolCalls: [] }
}

function callTool({ messages }: ModelRequest, name: string, input: JsonValue): DemoReply {
  const before = messages.filter((message) => toolCallsOf(partsOf(message)).length > 0).length
  return { text: '', toolCalls: [{ type: 'tool-call', id: `demo-call-${before + 1}`, name, input }] }
}

function introduce(question: string): string {
  const understood = question === '' ? 'Your message was empty.' : `You wrote: “${question}”`
  return `${DEMO_NOTE} ${understood}`
}
