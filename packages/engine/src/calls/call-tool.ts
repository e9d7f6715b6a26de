import { errorMessage, isJsonObject, type JsonObject, type JsonValue, type UsedTool } from '@runnel/contract'
import type { CallContext, Component, Tool, ToolResult } from '@runnel/node-kit'
import { getCapability } from '../components/component.ts'
import { isFatal } from '../run-error.ts'
import { type CallFrame, nextPath, openFrame, type StepRun } from '../step/step-run.ts'
import { noteMade, pickMade, tellMade } from '../step/tell-made.ts'
import { askPerson, createApprovalAction } from './ask-person.ts'
import { makeCall } from './make-call.ts'

/** Makes the context for calls inside a call. */
type OpenContext = (frame: CallFrame) => CallContext

/** The tools of components, in their order. Not a record of its own: what it fetches is. */
export async function listTools(
  frame: CallFrame,
  components: Component[],
  inner: OpenContext,
): Promise<Tool[]> {
  const { stepRun } = frame
  const tools: Tool[] = []
  for (const component of components) {
    const path = nextPath(frame, 'l')
    const own = openFrame(frame, { path, clock: frame.clock, effects: 'read' })
    const toolset = await getCapability(stepRun, component, 'toolset')
    const offers = await stepRun.calls.track(path, async () => toolset.list(component, inner(own)))
    tools.push(...offers.map((offer) => ({ ...offer, component })))
  }
  return tools
}

/** Calls a tool as one journaled call and tells readers of it. A tool's fault is part of the reply, not thrown. */
export async function callTool(
  frame: CallFrame,
  { tool, input, inner }: { tool: Tool; input: JsonValue; inner: OpenContext },
): Promise<ToolResult & { used: UsedTool }> {
  const { stepRun } = frame
  const index = frame.counts.get('t') ?? 0
  frame.counts.set('t', index + 1)
  const path = `${frame.path}/t${Math.max(0, (frame.counts.get('m') ?? 0) - 1)}.${index}`
  const { sink } = stepRun.scope.session
  const where = { path, nodeId: stepRun.step.node.id }
  const { reply, replayed } = await makeCall<JsonObject>(frame, {
    path,
    kind: 'tool',
    what: `The call of the tool "${tool.name}"`,
    request: { tool: tool.name, input },
    effects: 'none',
    innerEffects: tool.effects,
    make: (own) => {
      if (!wasSuspended(stepRun, path)) sink.emit({ type: 'tool-start', ...where, tool: tool.name, input })
      return makeToolCall(own, { tool, input, inner })
    },
  })
  const result = readResult(reply)
  const used = describeUse(tool, input, reply)
  if (replayed) noteMade(stepRun, result)
  else {
    sink.emit({ type: 'tool-end', ...where, used })
    tellMade(stepRun, path, result)
  }
  return { ...result, used }
}

/** A call that waited for a person goes on; readers know of it. */
function wasSuspended({ scope, path }: StepRun, call: string): boolean {
  const { journal } = scope.session
  return journal.findLastWaiting(path) !== undefined && journal.findLatest(call) !== undefined
}

interface ToolWork {
  tool: Tool
  input: JsonValue
  inner: OpenContext
}

async function makeToolCall(frame: CallFrame, { tool, input, inner }: ToolWork): Promise<JsonObject> {
  const { stepRun } = frame
  try {
    const agreed = tool.needsApproval ? await askForApproval(frame, tool, input) : { input }
    if ('refusal' in agreed) return { content: agreed.refusal, refused: true }
    const toolset = await getCapability(stepRun, tool.component, 'toolset')
    const { name, madeOf } = tool
    const request = { tool: name, input: agreed.input, ...(madeOf !== undefined && { madeOf }) }
    const result = await toolset.call(tool.component, request, inner(frame))
    return { ...result, ...(agreed.input !== input && { input: agreed.input }) }
  } catch (error) {
    if (frame.signal.aborted || isFatal(error)) throw error
    const message = errorMessage(error)
    return { content: message, error: message }
  }
}

/** A person agrees, agrees with other arguments, or refuses; the model is told which. */
async function askForApproval(
  frame: CallFrame,
  tool: Tool,
  input: JsonValue,
): Promise<{ input: JsonValue } | { refusal: string }> {
  const action = createApprovalAction(frame.stepRun, {
    input: `The agent wants to call the tool "${tool.name}". Proceed?`,
    toolCalls: [{ name: tool.name, args: input }],
    inputSchema: tool.inputSchema,
  })
  const answer = await askPerson(frame, { action })
  if (answer.type === 'proceed') return { input: answer.input ?? input }
  const words = answer.feedback ? ` They said: ${answer.feedback}` : ''
  return { refusal: `The person refused the call of ${tool.name}.${words}` }
}

function readResult(reply: JsonObject): ToolResult {
  const { content } = reply
  return { content: typeof content === 'string' ? content : '', ...pickMade(reply) }
}

function describeUse(tool: Tool, asked: JsonValue, reply: JsonObject): UsedTool {
  const failed = typeof reply.error === 'string'
  return {
    tool: tool.name,
    toolInput: isJsonObject(reply) && reply.input !== undefined ? reply.input : asked,
    toolOutput: failed ? '' : (reply.content ?? ''),
    ...(reply.sourceDocuments !== undefined && { sourceDocuments: reply.sourceDocuments }),
    ...(typeof reply.error === 'string' && { error: reply.error }),
  }
}
