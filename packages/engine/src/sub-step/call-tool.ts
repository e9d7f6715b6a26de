import { errorMessage, isJsonObject, type JsonObject, type JsonValue, type UsedTool } from '@runnel/contract'
import type { Tool, ToolResult } from '@runnel/node-kit'
import { isFatal } from '../run-error.ts'
import type { StepRun } from '../step/step-run.ts'
import { createSandbox } from './run-code.ts'
import { runSubStep } from './run-sub-step.ts'

type ToolReply = ToolResult & { used: UsedTool }

/** Calls a tool as one sub-step and tells readers of it. A tool's fault is part of the reply, not thrown. */
export function callTool(stepRun: StepRun, tool: Tool, input: JsonValue): Promise<ToolReply> {
  const { counters } = stepRun
  const path = `${stepRun.path}/t${Math.max(0, counters.models - 1)}.${counters.tools}`
  counters.tools += 1
  return stepRun.calls.track(path, () => callAt(stepRun, { tool, input, path }))
}

interface ToolCallPlace {
  tool: Tool
  input: JsonValue
  path: string
}

async function callAt(stepRun: StepRun, { tool, input, path }: ToolCallPlace): Promise<ToolReply> {
  const { sink } = stepRun.scope.session
  const where = { path, nodeId: stepRun.step.node.id }
  const { reply, replayed } = await runSubStep<JsonObject>(stepRun, {
    path,
    kind: 'tool',
    what: `The call of the tool "${tool.name}"`,
    request: { tool: tool.name, input },
    repeatable: tool.effects !== 'write',
    make: (clock) => {
      sink.emit({ type: 'tool-start', ...where, tool: tool.name, input })
      return makeToolCall(stepRun, { tool, input, path, clock })
    },
    read: (output) => (isJsonObject(output) ? output : {}),
    refuse: (message) => ({ content: message, error: message }),
  })
  const result = readResult(reply)
  const used = describeUse(tool, input, reply)
  if (!replayed) {
    sink.emit({ type: 'tool-end', ...where, used })
    if (result.sourceDocuments?.length)
      sink.emit({ type: 'sources-found', ...where, documents: result.sourceDocuments })
    if (result.artifacts?.length) sink.emit({ type: 'artifacts-made', ...where, artifacts: result.artifacts })
  }
  return { ...result, used }
}

interface ToolCallMade extends ToolCallPlace {
  clock: number
}

async function makeToolCall(
  stepRun: StepRun,
  { tool, input, path, clock }: ToolCallMade,
): Promise<JsonObject> {
  const { signal } = stepRun.scope
  const sandbox = createSandbox(stepRun, { path, repeatable: tool.effects !== 'write' })
  try {
    const result = await tool.call(input, { signal, sandbox, now: () => clock })
    return { ...result }
  } catch (error) {
    if (signal.aborted || isFatal(error)) throw error
    const message = errorMessage(error)
    return { content: message, error: message }
  }
}

function readResult(reply: JsonObject): ToolResult {
  const { content, sourceDocuments, artifacts } = reply
  return {
    content: typeof content === 'string' ? content : '',
    ...(Array.isArray(sourceDocuments) && { sourceDocuments }),
    ...(Array.isArray(artifacts) && { artifacts }),
  }
}

function describeUse(tool: Tool, toolInput: JsonValue, reply: JsonObject): UsedTool {
  const failed = typeof reply.error === 'string'
  return {
    tool: tool.name,
    toolInput,
    toolOutput: failed ? '' : (reply.content ?? ''),
    ...(reply.sourceDocuments !== undefined && { sourceDocuments: reply.sourceDocuments }),
    ...(typeof reply.error === 'string' && { error: reply.error }),
  }
}
