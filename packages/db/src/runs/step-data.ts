import {
  describeStepData,
  type ExecutedNode,
  type HistoryMessage,
  type JsonObject,
  type JsonValue,
  type LoggedEvent,
  type RunEvent,
  withoutCredentialIds,
} from '@runnel/contract'
import type { StepEnd } from './read-ends.ts'

/** The shape of a step's `output` in the journal. */
interface StoredOutput {
  input?: JsonValue
  output: JsonObject
  history?: HistoryMessage[]
}

type StepEndEvent = Extract<RunEvent, { type: 'step-end' }>
type ListedEnd = StepEndEvent & { executed: ExecutedNode }

/** Of a step that finished the journal holds what it gave; of others only the event tells. */
function isJournalled(event: RunEvent): event is ListedEnd {
  return event.type === 'step-end' && event.status === 'finished' && event.executed !== undefined
}

/** An event as the log keeps it: what the record of its step holds, often the largest part of a run, is left out. */
export function withoutStepData(event: RunEvent): RunEvent {
  if (!isJournalled(event)) return event
  return { ...event, executed: { ...event.executed, data: leanData(event.executed.data) } }
}

/** What a run gave as its row keeps it: of executed nodes whose steps finished only where their records are. */
export function withoutNodeData(result: JsonObject): JsonObject {
  const { agentFlowExecutedData: executed, ...rest } = result
  if (!Array.isArray(executed)) return result
  const nodes = executed as unknown as ExecutedNode[]
  return { ...rest, agentFlowExecutedData: nodes.map(leanNode) as unknown as JsonValue[] }
}

function leanNode(node: ExecutedNode): ExecutedNode {
  const isKept = node.path !== undefined && node.status === 'FINISHED'
  return isKept ? { ...node, data: leanData(node.data) } : node
}

function leanData(whole: JsonObject): JsonObject {
  const { input: _input, output: _output, chatHistory: _history, state: _state, ...data } = whole
  return data
}

/** A run as far as its output is read; undefined where nobody asked for it. */
interface RunOutput {
  id: string
  output?: string | null | undefined
}

type ReadEnds = (runIds: string[], paths: string[]) => Promise<StepEnd[]>

/** Runs with what they gave as it was told: the journal holds what their steps gave. One statement for all of them. */
export async function fillNodeData<R extends RunOutput>(runs: R[], readEnds: ReadEnds): Promise<R[]> {
  const lean = runs.flatMap((run) => {
    const nodes = readNodes(run)
    return nodes.some(({ path }) => path !== undefined) ? [{ id: run.id, nodes }] : []
  })
  if (lean.length === 0) return runs
  const paths = new Set(lean.flatMap(({ nodes }) => nodes.flatMap(({ path }) => path ?? [])))
  const rows = await readEnds(
    lean.map(({ id }) => id),
    [...paths],
  )
  const rowByPlace = new Map(rows.map((row) => [placeOf(row.runId, row.path), row]))
  const nodesById = new Map(lean.map(({ id, nodes }) => [id, nodes]))
  return runs.map((run) => {
    const nodes = nodesById.get(run.id)
    if (!nodes) return run
    const told = nodes.map((node) => fillNode(node, rowByPlace.get(placeOf(run.id, node.path ?? ''))))
    return {
      ...run,
      output: JSON.stringify({ ...JSON.parse(run.output ?? '{}'), agentFlowExecutedData: told }),
    }
  })
}

const placeOf = (runId: string, path: string): string => `${runId} ${path}`

function readNodes({ output }: RunOutput): ExecutedNode[] {
  const result = output ? (JSON.parse(output) as { agentFlowExecutedData?: ExecutedNode[] }) : {}
  return result.agentFlowExecutedData ?? []
}

function fillNode({ path: _path, ...node }: ExecutedNode, row: StepEnd | undefined): ExecutedNode {
  if (node.status !== 'FINISHED' || !row) return node
  return { ...node, data: { ...node.data, ...describeShown(row) } }
}

/** Events as they were told, with what the journal holds of their steps. */
export async function fillStepData(
  events: LoggedEvent[],
  readEnds: (paths: string[]) => Promise<StepEnd[]>,
): Promise<LoggedEvent[]> {
  const paths = events.flatMap(({ event }) => (isJournalled(event) ? [event.path] : []))
  if (paths.length === 0) return events
  const rowByPath = new Map((await readEnds(paths)).map((row) => [row.path, row]))
  return events.map((logged) => {
    const { event } = logged
    const row = isJournalled(event) ? rowByPath.get(event.path) : undefined
    if (!isJournalled(event) || !row?.output) return logged
    const { executed } = event
    const data = { ...executed.data, ...describeRow(row) }
    return { ...logged, event: { ...event, executed: { ...executed, data } } }
  })
}

/** Outside the workspace's journal nobody sees ids of credentials. */
function describeShown(row: StepEnd): JsonObject {
  return withoutCredentialIds(describeRow(row)) as JsonObject
}

/** The layer wrote its JSON, so the shapes are known. */
function describeRow({ output, stateBefore, stateAfter }: StepEnd): JsonObject {
  const state = JSON.parse(stateAfter ?? stateBefore ?? '{}') as JsonObject
  return describeStepData((output ?? { output: {} }) as unknown as StoredOutput, state)
}
