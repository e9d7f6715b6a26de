import {
  describeStepData,
  type ExecutedNode,
  type HistoryMessage,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  withoutCredentialIds,
} from '@runnel/contract'
import { foretellNode, withForetold, withoutForetold } from './foretold.ts'
import type { StepEnd } from './read-ends.ts'
import { readStates } from './stored-record.ts'

/** The shape of a step's `output` in the journal. */
interface StoredOutput {
  input?: JsonValue
  output: JsonObject
  history?: HistoryMessage[]
}

/**
 * What a run gave as its row keeps it: of executed nodes whose steps finished only where their records are, and of all
 * what their paths do not foretell.
 */
export function withoutNodeData(result: JsonObject): JsonObject {
  const { agentFlowExecutedData: executed, ...rest } = result
  if (!Array.isArray(executed)) return result
  const nodes = executed as unknown as ExecutedNode[]
  return { ...rest, agentFlowExecutedData: nodes.map(toStoredNode) }
}

function toStoredNode(node: ExecutedNode): JsonValue {
  const { path } = node
  if (path === undefined) return node as unknown as JsonValue
  const lean = node.status === 'FINISHED' ? { ...node, data: withoutResult(node.data) } : node
  return withoutForetold(lean, foretellNode(path))
}

function toListedNode(stored: JsonObject): ExecutedNode {
  const { path } = stored
  const whole = typeof path === 'string' ? withForetold(stored, foretellNode(path)) : stored
  // The layer wrote the row, so its shape is known.
  return whole as unknown as ExecutedNode
}

/** The data of an executed node without what the record of its step holds. */
export function withoutResult(whole: JsonObject): JsonObject {
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
  const lean = runs.flatMap(({ id, output }) => {
    const result = output ? (JSON.parse(output) as JsonObject) : {}
    const paths = pathsOfNodes(result)
    return paths.length === 0 ? [] : [{ id, result, paths }]
  })
  if (lean.length === 0) return runs
  const ends = await readEnds(
    lean.map(({ id }) => id),
    [...new Set(lean.flatMap(({ paths }) => paths))],
  )
  const endByPlace = new Map(ends.map((end) => [placeOf(end.runId, end.path), end]))
  const told = new Map(
    lean.map(({ id, result }) => [id, fillNodes(result, (path) => endByPlace.get(placeOf(id, path)))]),
  )
  return runs.map((run) => {
    const result = told.get(run.id)
    return result ? { ...run, output: JSON.stringify(result) } : run
  })
}

const placeOf = (runId: string, path: string): string => `${runId} ${path}`

/** The places in the journal of the executed nodes of a stored result. */
export function pathsOfNodes({ agentFlowExecutedData: nodes }: JsonObject): string[] {
  if (!Array.isArray(nodes)) return []
  return nodes.flatMap((node) => (isJsonObject(node) && typeof node.path === 'string' ? [node.path] : []))
}

/** A stored result as it was told, with what the records of its steps hold. */
export function fillNodes(result: JsonObject, findEnd: (path: string) => StepEnd | undefined): JsonObject {
  const { agentFlowExecutedData: stored } = result
  if (!Array.isArray(stored)) return result
  const nodes = stored as JsonObject[]
  const told = nodes.map((node) => fillNode(node, findEnd)) as unknown as JsonValue[]
  return { ...result, agentFlowExecutedData: told }
}

function fillNode(stored: JsonObject, findEnd: (path: string) => StepEnd | undefined): ExecutedNode {
  const { path, ...node } = toListedNode(stored)
  const end = path === undefined ? undefined : findEnd(path)
  if (node.status !== 'FINISHED' || !end) return node
  return { ...node, data: { ...node.data, ...describeShown(end) } }
}

/** Outside the workspace's journal nobody sees ids of credentials. */
function describeShown(row: StepEnd): JsonObject {
  return withoutCredentialIds(describeEnd(row)) as JsonObject
}

/** What the record of a finished step tells of its executed node. The layer wrote it, so the shapes are known. */
export function describeEnd({ output, ...columns }: StepEnd): JsonObject {
  const { stateBefore = {}, stateAfter: state = stateBefore } = readStates(columns)
  return describeStepData((output ?? { output: {} }) as unknown as StoredOutput, state)
}
