import {
  type JsonObject,
  type JsonValue,
  type ModelMessage,
  type ReasonContent,
  RunnelError,
  type ToolCallPart,
  type ToolResultPart,
  type UsedTool,
} from '@runnel/contract'
import type { TimedReply, TimeSpan, Tool } from '../call-requests.ts'
import type { ModelRequest, VendorTool } from '../chat-model.ts'
import type { Component } from '../component.ts'
import type { StepContext } from '../step-context.ts'
import { keepMadeFiles, listVendorUses } from './made-files.ts'
import { describeThinking, describeUsage, sumUsage, webSourcesOf } from './reply-output.ts'
import { nativeDialect, type ToolDialect, type ToolReading } from './tool-dialect.ts'

/** What the loop works with. */
export interface ToolLoopOptions {
  model: Component
  tools: Tool[]
  /** Tools that the vendor runs itself. */
  vendorTools?: VendorTool[]
  messages: ModelMessage[]
  /** What models said before the loop, which counts as its own. */
  earlier?: TimedReply[]
  /** How often the model is asked at most; at least once. */
  maxIterations: number
  /** Whether what the model says belongs to the answer; not when something else is made of it. Yes when not said. */
  show?: boolean
  /** How the model asks for tools; as its vendor has it when not said. */
  dialect?: ToolDialect
}

/** The answer and what was used for it. */
export interface ToolLoopResult {
  content: string
  /** What the model thought on the way; absent when it told nothing. */
  reasonContent?: ReasonContent
  usedTools: UsedTool[]
  sourceDocuments: JsonValue[]
  artifacts: JsonValue[]
  /** Files that models made, other than pictures. */
  fileAnnotations: JsonValue[]
  usage: JsonObject
  time: TimeSpan
  metadata?: JsonObject
}

type Uses = Pick<ToolLoopResult, 'usedTools' | 'sourceDocuments' | 'artifacts' | 'fileAnnotations'>

/**
 * Model, tools, model … until the model answers without asking for a tool. The calls of one reply are made at once,
 * their results told in their order. A tool's fault is told to the model, which may try another way; the loop ends at
 * its limit with a plain sentence instead of an error, as people expect of the reference's agent.
 * @throws RunnelError `model_error` when two replies in a row cannot be read, where the dialect can be misspoken
 */
export async function runToolLoop(context: StepContext, options: ToolLoopOptions): Promise<ToolLoopResult> {
  const { model, tools, show = true, dialect = nativeDialect, earlier = [] } = options
  const messages = [...options.messages]
  const uses: Uses = { usedTools: [], sourceDocuments: [], artifacts: [], fileAnnotations: [] }
  const request = offerTools(options, dialect)
  const rounds = Math.max(1, Math.floor(options.maxIterations))
  const replies = [...earlier]
  const asking = { show: show && dialect.streams }
  let faults = 0
  for (let round = 0; round < rounds; round++) {
    const reply = await context.model(model, { messages: [...messages], ...request }, asking)
    replies.push(reply)
    uses.usedTools.push(...listVendorUses(reply.parts))
    const made = await keepMadeFiles(context, reply.parts)
    uses.artifacts.push(...made.artifacts)
    uses.fileAnnotations.push(...made.fileAnnotations)
    const reading = dialect.read(reply, tools)
    faults = 'fault' in reading ? faults + 1 : 0
    const turn = await takeTurn(context, { reading, reply, tools, uses, dialect, isTold: faults > 1 })
    if (!('end' in turn)) {
      messages.push(...turn.messages)
      continue
    }
    if (show && !(turn.isSaid && asking.show)) context.emitText(turn.end)
    return summarise(turn.end, uses, replies)
  }
  const sentence = `The agent stopped at its limit of ${rounds} model ${rounds === 1 ? 'call' : 'calls'} without an answer.`
  if (show) context.emitText(sentence)
  return summarise(sentence, uses, replies)
}

interface Turn {
  reading: ToolReading
  reply: TimedReply
  tools: Tool[]
  uses: Uses
  dialect: ToolDialect
  /** The model was told before what was wrong with its reply. */
  isTold: boolean
}

/** What a reply leads to: the end, with a text that the model said or a tool gave, or messages to go on with. */
async function takeTurn(
  context: StepContext,
  { reading, reply, tools, uses, dialect, isTold }: Turn,
): Promise<{ end: string; isSaid: boolean } | { messages: ModelMessage[] }> {
  if ('fault' in reading) {
    if (isTold) return { end: getAnswer(context, reading), isSaid: true }
    return { messages: dialect.correct(reply, reading.fault) }
  }
  if ('answer' in reading) return { end: reading.answer, isSaid: true }
  const { calls } = reading
  const results = await callTools(context, { tools, calls, uses })
  const direct = findDirect(tools, calls, results)
  if (direct !== undefined) return { end: direct, isSaid: false }
  return { messages: dialect.tell(reply, results) }
}

/** What a reply counts as that cannot be read; its model was told so once and is not told again. */
function getAnswer(
  { node }: StepContext,
  { fault, answer }: Extract<ToolReading, { fault: string }>,
): string {
  if (answer !== undefined) return answer
  throw new RunnelError(
    'model_error',
    `${node.label} cannot read what its model says, though it told it how: ${fault} Try another model, or an agent whose model calls tools by itself.`,
  )
}

function offerTools(
  { tools, vendorTools = [] }: ToolLoopOptions,
  dialect: ToolDialect,
): Pick<ModelRequest, 'tools' | 'vendorTools'> {
  return { ...dialect.offer(tools), ...(vendorTools.length === 0 ? {} : { vendorTools }) }
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
    uses.fileAnnotations.push(...(result.fileAnnotations ?? []))
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
    ...describeThinking(replies),
    ...uses,
    sourceDocuments: [...uses.sourceDocuments, ...webSourcesOf(replies.flatMap(({ parts }) => parts))],
    usage: describeUsage(sumUsage(replies.map(({ usage }) => usage))),
    time: { start, end, delta: end - start },
    ...(last?.metadata === undefined ? {} : { metadata: last.metadata }),
  }
}

/** What a step shows of a tool loop (`engine.md` 3.9). */
export function describeLoop(result: ToolLoopResult): JsonObject {
  const { content, reasonContent, usedTools, sourceDocuments, time, usage, metadata } = result
  return {
    content,
    timeMetadata: { ...time },
    usageMetadata: usage,
    ...(metadata === undefined ? {} : { responseMetadata: metadata }),
    ...(reasonContent === undefined ? {} : { reasonContent }),
    ...listWhenAny('usedTools', usedTools.map(describeUsedTool)),
    ...listWhenAny('sourceDocuments', sourceDocuments),
    ...listWhenAny('artifacts', result.artifacts),
    ...listWhenAny('fileAnnotations', result.fileAnnotations),
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
