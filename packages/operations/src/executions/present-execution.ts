import {
  costOf,
  type Execution,
  type ExecutionStep,
  executionStates,
  isJsonObject,
  isoTime,
  type RunStatus,
  type StepRecord,
} from '@runnel/contract'
import type { RunSummary } from '@runnel/db'

/** Statuses of a run that the reference shows as this state. */
export function statusesOf(state: Execution['state']): RunStatus[] {
  return (Object.keys(executionStates) as RunStatus[]).filter((status) => executionStates[status] === state)
}

function outputOf(text: string | null): Record<string, unknown> {
  const output: unknown = text === null ? {} : JSON.parse(text)
  return isJsonObject(output) ? output : {}
}

function errorOf(row: RunSummary): string | null {
  const error: unknown = row.error === null ? null : JSON.parse(row.error)
  return isJsonObject(error) ? String(error.message ?? '') : null
}

function totalTokens(output: Record<string, unknown>): number {
  const { usage } = output
  return isJsonObject(usage) && typeof usage.totalTokens === 'number' ? usage.totalTokens : 0
}

function totalCost({ usage }: Record<string, unknown>): number | undefined {
  if (!isJsonObject(usage)) return undefined
  const { inputCost, outputCost } = usage
  return costOf({
    ...(typeof inputCost === 'number' && { inputCost }),
    ...(typeof outputCost === 'number' && { outputCost }),
  })
}

/** A run as the reference shows an execution; what needs its output is left out where the row has none. */
export function presentExecution(row: RunSummary): Execution {
  const isWhole = row.output !== undefined
  const output = outputOf(row.output ?? null)
  const executed = Array.isArray(output.agentFlowExecutedData) ? output.agentFlowExecutedData : []
  const end = row.endedAt ?? null
  const cost = totalCost(output)
  return {
    id: row.id,
    ...(isWhole ? { executionData: JSON.stringify(executed), totalTokens: totalTokens(output) } : {}),
    ...(cost === undefined ? {} : { totalCost: cost }),
    state: executionStates[row.status],
    agentflowId: row.flowId,
    sessionId: row.sessionId,
    chatId: row.chatId,
    action: isJsonObject(output.action) ? JSON.stringify(output.action) : null,
    isPublic: row.isPublic,
    createdDate: isoTime(row.createdAt),
    updatedDate: isoTime(row.updatedAt),
    stoppedDate: end === null ? null : isoTime(end),
    workspaceId: row.workspaceId,
    ...(row.flowId === null
      ? {}
      : { agentflow: { id: row.flowId, name: row.flowName ?? '', type: row.flowType ?? '' } }),
    durationMs: end === null || row.startedAt === null ? null : end - row.startedAt,
    error: errorOf(row),
  }
}

/** One record of the journal for the page of a run; the output of a step of the flow holds its input, too. */
export function presentStep(record: StepRecord): ExecutionStep {
  const input = record.kind === 'step' && isJsonObject(record.output) ? record.output.input : undefined
  return {
    path: record.path,
    attempt: record.attempt,
    kind: record.kind,
    status: record.status,
    nodeId: record.nodeId,
    nodeType: record.nodeType,
    startedAt: record.startedAt,
    finishedAt: record.finishedAt ?? null,
    ...(input === undefined ? {} : { input }),
    ...(record.output === undefined ? {} : { output: record.output }),
    usage: record.usage ?? null,
    error: record.error?.message ?? null,
  }
}
