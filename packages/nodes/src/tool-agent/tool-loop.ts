import type { JsonObject, JsonValue, Usage, UsedTool } from '@runnel/contract'
import type {
  ModelMessage,
  ModelReply,
  StepContext,
  StepModel,
  TimeSpan,
  Tool,
  ToolCall,
  ToolDescription,
} from '@runnel/node-kit'
import { addUsage, describeUsage } from '../reply-output.ts'

/** What the loop works with. */
export interface ToolLoopOptions {
  model: StepModel
  tools: Tool[]
  messages: ModelMessage[]
  /** How often the model is asked at most; at least once. */
  maxIterations: number
}

/** The answer and what was used for it. */
export interface ToolLoopResult {
  content: string
  usedTools: UsedTool[]
  sourceDocuments: JsonValue[]
  artifacts: JsonValue[]
  usage: JsonObject
  time: TimeSpan
}

type Uses = Pick<ToolLoopResult, 'usedTools' | 'sourceDocuments' | 'artifacts'>
type TimedReply = ModelReply & { time: TimeSpan }

/**
 * Model, tools, model … until the model answers without asking for a tool. Calls of one reply run in their
 * order. A tool's fault is told to the model, which may try another way; the loop ends at its limit with a plain
 * sentence instead of an error, as people expect of the reference's agent.
 */
export async function runToolLoop(context: StepContext, options: ToolLoopOptions): Promise<ToolLoopResult> {
  const messages = [...options.messages]
  const uses: Uses = { usedTools: [], sourceDocuments: [], artifacts: [] }
  const descriptions = options.tools.map(describeTool)
  const rounds = Math.max(1, Math.floor(options.maxIterations))
  const replies: TimedReply[] = []
  for (let round = 0; round < rounds; round++) {
    const request = { messages, ...(descriptions.length === 0 ? {} : { tools: descriptions }) }
    const reply = await options.model.call(request, { show: true })
    replies.push(reply)
    if (reply.toolCalls.length === 0) return summarise(reply.text, uses, replies)
    messages.push({ role: 'assistant', content: reply.text, toolCalls: reply.toolCalls })
    const direct = await callTools(context, { options, calls: reply.toolCalls, messages, uses })
    if (direct !== undefined) {
      context.emitText(direct)
      return summarise(direct, uses, replies)
    }
  }
  const sentence = `The agent stopped at its limit of ${rounds} model ${rounds === 1 ? 'call' : 'calls'} without an answer.`
  context.emitText(sentence)
  return summarise(sentence, uses, replies)
}

interface Calls {
  options: ToolLoopOptions
  calls: ToolCall[]
  messages: ModelMessage[]
  uses: Uses
}

/** Calls each tool in turn; gives the text of a `returnDirect` tool when it was the only call. */
async function callTools(context: StepContext, work: Calls): Promise<string | undefined> {
  const { options, calls, messages, uses } = work
  for (const call of calls) {
    const tool = options.tools.find(({ name }) => name === call.name)
    if (!tool) {
      messages.push(toolMessage(call, unknownToolText(call.name, options.tools), true))
      continue
    }
    const result = await context.callTool(tool, call.input)
    uses.usedTools.push(result.used)
    uses.sourceDocuments.push(...(result.sourceDocuments ?? []))
    uses.artifacts.push(...(result.artifacts ?? []))
    const failed = result.used.error !== undefined
    if (tool.returnDirect && calls.length === 1 && !failed) return result.content
    messages.push(toolMessage(call, result.content, failed))
  }
  return undefined
}

function describeTool({ name, description, inputSchema }: Tool): ToolDescription {
  return { name, description, inputSchema }
}

function toolMessage(call: ToolCall, content: string, isError: boolean): ModelMessage {
  return { role: 'tool', toolCallId: call.id, toolName: call.name, content, ...(isError ? { isError } : {}) }
}

function unknownToolText(name: string, tools: Tool[]): string {
  const known = tools.map((tool) => tool.name).join(', ')
  return `There is no tool called ${name}. ${known === '' ? 'There are no tools.' : `The tools are: ${known}.`}`
}

function summarise(content: string, uses: Uses, replies: TimedReply[]): ToolLoopResult {
  const none: Usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
  const start = replies[0]?.time.start ?? 0
  const end = replies.at(-1)?.time.end ?? start
  return {
    content,
    ...uses,
    usage: describeUsage(replies.reduce((total, { usage }) => addUsage(total, usage), none)),
    time: { start, end, delta: end - start },
  }
}
