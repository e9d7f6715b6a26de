import type { JsonObject, JsonValue, UsedTool } from '@runnel/contract'
import {
  type ModelMessage,
  reasoningOf,
  type ToolCallPart,
  type ToolResultPart,
  textOf,
  toolCallsOf,
} from '@runnel/contract'
import type { TimedReply, TimeSpan, Tool } from '../call-requests.ts'
import type { ToolDescription, VendorTool } from '../chat-model.ts'
import type { Component } from '../component.ts'
import type { StepContext } from '../step-context.ts'
import { describeUsage, sumUsage, webSourcesOf } from './reply-output.ts'

/** What the loop works with. */
export interface ToolLoopOptions {
  model: Component
  tools: Tool[]
  /** Tools that the vendor runs itself. */
  vendorTools?: VendorTool[]
  messages: ModelMessage[]
  /** How often the model is asked at most; at least once. */
  maxIterations: number
  /** Whether what the model says belongs to the answer; not when something else is made of it. Yes when not said. */
  show?: boolean
}

/** The answer and what was used for it. */
export interface ToolLoopResult {
  content: string
  /** What the model thought on the way. */
  reasoning: string
  usedTools: UsedTool[]
  sourceDocuments: JsonValue[]
  artifacts: JsonValue[]
  usage: JsonObject
  time: TimeSpan
  metadata?: JsonObject
}

type Uses = Pick<ToolLoopResult, 'usedTools' | 'sourceDocuments' | 'artifacts'>

/**
 * Model, tools, model … until the model answers without asking for a tool. The calls of one reply are made at once,
 * their results told in their order. A tool's fault is told to the model, which may try another way; the loop ends at
 * its limit with a plain sentence instead of an error, as people expect of the reference's agent.
 */
export async function runToolLoop(context: StepContext, options: ToolLoopOptions): Promise<ToolLoopResult> {
  const messages = [...options.messages]
  const uses: Uses = { usedTools: [], sourceDocuments: [], artifacts: [] }
  const request = describeTools(options)
  const rounds = Math.max(1, Math.floor(options.maxIterations))
  const replies: TimedReply[] = []
  const { show = true } = options
  const emit = (text: string) => {
    if (show) context.emitText(text)
  }
  for (let round = 0; round < rounds; round++) {
    const reply = await context.model(options.model, { messages: [...messages], ...request }, { show })
    replies.push(reply)
    const calls = toolCallsOf(reply.parts)
    if (calls.length === 0) return summarise(textOf(reply.parts), uses, replies)
    const results = await callTools(context, { tools: options.tools, calls, uses })
    const direct = findDirect(options.tools, calls, results)
    if (direct !== undefined) {
      emit(direct)
      return summarise(direct, uses, replies)
    }
    messages.push({ role: 'assistant', content: reply.parts }, { role: 'tool', content: results })
  }
  const sentence = `The agent stopped at its limit of ${rounds} model ${rounds === 1 ? 'call' : 'calls'} without an answer.`
  emit(sentence)
  return summarise(sentence, uses, replies)
}

function describeTools({ tools, vendorTools = [] }: ToolLoopOptions): {
  tools?: ToolDescription[]
  vendorTools?: VendorTool[]
} {
  const described = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  return {
    ...(described.length === 0 ? {} : { tools: described }),
    ...(vendorTools.length === 0 ? {} : { vendorTools }),
  }
}

interface Calls {
  tools: Tool[]
  calls: ToolCallPart[]
  uses: Uses
}

async function callTools(context: StepContext, { tools, calls, uses }: Calls): Promise<ToolResultPart[]> {
  const called = await Promise.all(
    calls.map(async (call) => {
      const tool = tools.find(({ name }) => name === call.name)
      return tool && { result: await context.callTool(tool, call.input) }
    }),
  )
  return calls.map((call, index): ToolResultPart => {
    const { id, name } = call
    const result = called[index]?.result
    if (!result)
      return { type: 'tool-result', id, name, content: unknownToolText(name, tools), isError: true }
    uses.usedTools.push(result.used)
    uses.sourceDocuments.push(...(result.sourceDocuments ?? []))
    uses.artifacts.push(...(result.artifacts ?? []))
    const isError = result.used.error !== undefined
    return { type: 'tool-result', id, name, content: result.content, ...(isError ? { isError } : {}) }
  })
}

/** The text of a `returnDirect` tool, when it was the only call and went well. */
function findDirect(tools: Tool[], calls: ToolCallPart[], results: ToolResultPart[]): string | undefined {
  const [result] = results
  if (calls.length !== 1 || !result || result.isError) return undefined
  const isDirect = tools.some(({ name, returnDirect }) => name === result.name && returnDirect === true)
  return isDirect && typeof result.content === 'string' ? result.content : undefined
}

function unknownToolText(name: string, tools: Tool[]): string {
  const known = tools.map((tool) => tool.name).join(', ')
  return `There is no tool called ${name}. ${known === '' ? 'There are no tools.' : `The tools are: ${known}.`}`
}

function summarise(content: string, uses: Uses, replies: TimedReply[]): ToolLoopResult {
  const start = replies[0]?.time.start ?? 0
  const last = replies.at(-1)
  const end = last?.time.end ?? start
  return {
    content,
    reasoning: replies
      .map(({ parts }) => reasoningOf(parts))
      .filter((text) => text !== '')
      .join('\n\n'),
    ...uses,
    sourceDocuments: [...uses.sourceDocuments, ...webSourcesOf(replies.flatMap(({ parts }) => parts))],
    usage: describeUsage(sumUsage(replies.map(({ usage }) => usage))),
    time: { start, end, delta: end - start },
    ...(last?.metadata === undefined ? {} : { metadata: last.metadata }),
  }
}

/** What a step shows of a tool loop (`engine.md` 3.9). */
export function describeLoop(result: ToolLoopResult): JsonObject {
  const { content, reasoning, usedTools, sourceDocuments, artifacts, time, usage, metadata } = result
  return {
    content,
    timeMetadata: { ...time },
    usageMetadata: usage,
    ...(metadata === undefined ? {} : { responseMetadata: metadata }),
    ...(reasoning === '' ? {} : { reasonContent: { thinking: reasoning } }),
    ...listWhenAny('usedTools', usedTools.map(describeUsedTool)),
    ...listWhenAny('sourceDocuments', sourceDocuments),
    ...listWhenAny('artifacts', artifacts),
  }
}

/** A tool that was used, as a step shows it. */
export function describeUsedTool(used: UsedTool): JsonObject {
  return {
    tool: used.tool,
    toolInput: used.toolInput,
    toolOutput: used.toolOutput,
    ...(used.sourceDocuments === undefined ? {} : { sourceDocuments: used.sourceDocuments }),
    ...(used.error === undefined ? {} : { error: used.error }),
  }
}

function listWhenAny(name: string, list: JsonValue[]): JsonObject {
  return list.length === 0 ? {} : { [name]: list }
}
