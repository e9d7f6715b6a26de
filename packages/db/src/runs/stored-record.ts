import {
  type HistoryMessage,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ModelMessage,
  type StepRecord,
  toModelMessages,
  type Usage,
} from '@runnel/contract'
import type { Insertable, Selectable } from 'kysely'
import { foretellStep, withForetold, withoutForetold } from './foretold.ts'
import { LONG_TEXT, parseOutput, REPEATS_KEY, withoutRepeats } from './repeats.ts'
import type { RunStepTable } from './run-tables.ts'

type StepRow = Omit<Insertable<RunStepTable>, 'workspaceId' | 'runId'>

const stringifyOrNull = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value)

/** The row of a journal record. */
function toStepRow(record: StepRecord, past: SeenPast | undefined): StepRow {
  return {
    path: record.path,
    attempt: record.attempt,
    kind: record.kind,
    status: record.status,
    ...writeNode(record),
    repeatable: record.repeatable,
    requestHash: writeHash(record.requestHash),
    output: writeOutput(record, past),
    ...writeStates(record),
    usage: stringifyOrNull(record.usage),
    error: stringifyOrNull(record.error),
    startedAt: record.startedAt,
    finishedAt: record.finishedAt ?? null,
  }
}

/**
 * The rows of records that are written together. A step may begin and end between two writes: its last record counts,
 * and PostgreSQL refuses to write one row twice in a statement.
 */
export function toStepRows(records: readonly StepRecord[], seen: SeenByRun = {}): StepRow[] {
  const lastByKey = new Map(records.map((record) => [`${record.attempt} ${record.path}`, record]))
  return [...lastByKey.values()].map((record) => toStepRow(record, findPast(record, seen)))
}

/** What the step of a record could see of a conversation: that with the innermost flow in whose call it is. */
function findPast({ path, kind }: StepRecord, { past, innerPasts }: SeenByRun): SeenPast | undefined {
  if (kind !== 'step') return undefined
  for (let end = path.lastIndexOf('/'); innerPasts?.size && end > 0; end = path.lastIndexOf('/', end - 1)) {
    const inner = innerPasts.get(path.slice(0, end))
    if (inner) return inner
  }
  return past
}

/** The record of a stored row; the layer wrote its JSON, so the shapes are known. */
export function toStepRecord(row: Selectable<RunStepTable>): StepRecord {
  const record: StepRecord = {
    path: row.path,
    attempt: row.attempt,
    kind: row.kind,
    status: row.status,
    ...readNode(row),
    repeatable: row.repeatable,
    startedAt: row.startedAt,
    ...readStates(row),
  }
  if (row.finishedAt !== null) record.finishedAt = row.finishedAt
  if (row.requestHash !== null) record.requestHash = readHash(row.requestHash)
  if (row.usage !== null) record.usage = JSON.parse(row.usage) as Usage
  if (row.output !== null) record.output = readOutput(row.output, record)
  if (row.error !== null) record.error = JSON.parse(row.error) as NonNullable<StepRecord['error']>
  return record
}

/** A `stateAfter` that is as `stateBefore`; no JSON begins so. */
const UNCHANGED = '='
const SHA_256 = /^[0-9a-f]{64}$/

type StateColumns = Pick<Selectable<RunStepTable>, 'stateBefore' | 'stateAfter'>

/** The columns of a record's states. */
function writeStates({ stateBefore, stateAfter }: StepRecord): StateColumns {
  const before = stateBefore === undefined ? null : JSON.stringify(stateBefore)
  if (stateAfter === undefined) return { stateBefore: before, stateAfter: null }
  const after = stateAfter === stateBefore ? before : JSON.stringify(stateAfter)
  return { stateBefore: before, stateAfter: after === before ? UNCHANGED : after }
}

/** The states that `writeStates` wrote. */
export function readStates({
  stateBefore,
  stateAfter,
}: StateColumns): Pick<StepRecord, 'stateBefore' | 'stateAfter'> {
  const after = stateAfter === UNCHANGED ? stateBefore : stateAfter
  return {
    ...(stateBefore !== null && { stateBefore: JSON.parse(stateBefore) as JsonObject }),
    ...(after !== null && { stateAfter: JSON.parse(after) as JsonObject }),
  }
}

/** The node of a record, empty where its path tells it. */
function writeNode({
  path,
  nodeId,
  nodeType,
}: StepRecord): Pick<Selectable<RunStepTable>, 'nodeId' | 'nodeType'> {
  const foretold = foretellStep(path)
  return {
    nodeId: nodeId === foretold.nodeId ? '' : nodeId,
    nodeType: nodeType === foretold.nodeType ? '' : nodeType,
  }
}

/** The node that `writeNode` wrote. */
function readNode({
  path,
  nodeId,
  nodeType,
}: Pick<Selectable<RunStepTable>, 'path' | 'nodeId' | 'nodeType'>): Pick<StepRecord, 'nodeId' | 'nodeType'> {
  const foretold = foretellStep(path)
  return { nodeId: nodeId || foretold.nodeId, nodeType: nodeType || foretold.nodeType }
}

/** A hash in the shortest text that names it. */
function writeHash(hash: string | undefined): string | null {
  if (hash === undefined) return null
  return SHA_256.test(hash) ? Buffer.from(hash, 'hex').toString('base64url') : `=${hash}`
}

/** The hash that `writeHash` wrote. */
function readHash(stored: string): string {
  return stored.startsWith('=') ? stored.slice(1) : Buffer.from(stored, 'base64url').toString('hex')
}

/**
 * What a record gave, without what its other columns say again, and of a step without the part of the session that its
 * prompt holds. Calls keep only a hash of theirs.
 */
function writeOutput(record: StepRecord, past: SeenPast | undefined): string | null {
  const { output } = record
  if (output === undefined) return null
  if (!isJsonObject(output)) return JSON.stringify(output)
  const own = withoutForetold(output, foretellOutput(record))
  const lean = past ? withoutPast(own, past) : own
  const text = JSON.stringify(lean)
  const isPlain = text.length <= 2 * LONG_TEXT && !(isJsonObject(lean) && Object.hasOwn(lean, REPEATS_KEY))
  return isPlain ? text : JSON.stringify(withoutRepeats(lean))
}

/** The output that `writeOutput` wrote, with messages of the session still to be filled in (`readPast`). */
function readOutput(stored: string, record: StepRecord): JsonValue {
  const output = parseOutput(stored)
  return isJsonObject(output) ? withForetold(output, foretellOutput(record)) : output
}

function foretellOutput({ kind, usage, stateAfter }: StepRecord): JsonObject {
  if (kind === 'step') return stateAfter === undefined ? {} : { state: stateAfter }
  return usage === undefined ? {} : { usage: usage as unknown as JsonObject }
}

/** What a run sees of its session: the messages, oldest first, and the position of each. */
export interface PastMessages {
  messages: readonly HistoryMessage[]
  positions: readonly number[]
}

/** Where the conversation with a flow inside a run is, and when it was read: milliseconds since 1970. */
interface PastPlace {
  flowId: string
  sessionId: string
  seenAt: number
}

/** What a flow inside a run sees of its own conversation. */
export interface InnerPast extends PastMessages {
  of: PastPlace
}

type SeenPast = PastMessages & Partial<Pick<InnerPast, 'of'>>

/** What the steps of a run see of conversations: of its own, and by the path of its call that with a flow inside of it. */
export interface SeenByRun {
  past?: PastMessages | undefined
  innerPasts?: ReadonlyMap<string, InnerPast> | undefined
}

/** Messages of the session that stood at a place of a list: from one position to another, both included. */
type PastRange = [list: string, at: number, from: number, to: number]

/**
 * The output of a step's record whose shown input lacks messages of a conversation; `pastMessages` says where. The
 * conversation is the run's, or `pastOf`.
 */
export type LeanOutput = JsonObject & { input: JsonObject; pastMessages: PastRange[]; pastOf?: PastPlace }

/** True for an output that names past messages: the engine's outputs have no key of that name. */
export function namesPast(output: JsonValue | undefined): output is LeanOutput {
  return isJsonObject(output) && Array.isArray(output.pastMessages)
}

/**
 * What a step gave, without the part of the session that its input shows: a prompt holds the conversation before it,
 * which is stored already. Lists that hold nothing of it stay.
 */
export function withoutPast(output: JsonValue, past: SeenPast): JsonValue {
  if (past.messages.length === 0 || !isJsonObject(output) || !isJsonObject(output.input)) return output
  const said = asModelSees(past)
  const ranges: PastRange[] = []
  const input = { ...output.input }
  for (const [list, items] of Object.entries(input)) {
    if (!Array.isArray(items)) continue
    const { at, count } = findEnd(items, said)
    const from = past.positions.at(-count)
    const to = past.positions.at(-1)
    if (count === 0 || from === undefined || to === undefined) continue
    ranges.push([list, at, from, to])
    input[list] = items.toSpliced(at, count)
  }
  if (ranges.length === 0) return output
  return { ...output, input, pastMessages: ranges, ...(past.of && { pastOf: { ...past.of } }) }
}

/** The output as the step gave it; `read` gives the messages of the session between two positions. */
export function withPast(
  { pastMessages, pastOf: _of, ...output }: LeanOutput,
  read: (from: number, to: number) => HistoryMessage[],
): JsonObject {
  const input = { ...output.input }
  for (const [list, at, from, to] of pastMessages) {
    const items = input[list]
    const said = toModelMessages(read(from, to)) as unknown as JsonValue[]
    if (Array.isArray(items)) input[list] = items.toSpliced(at, 0, ...said)
  }
  return { ...output, input }
}

const seenByModel = new WeakMap<PastMessages, ModelMessage[]>()

/** Made once for all steps of a run. */
function asModelSees(past: PastMessages): ModelMessage[] {
  const known = seenByModel.get(past) ?? toModelMessages(past.messages)
  seenByModel.set(past, known)
  return known
}

/** Where a list holds the longest end of a conversation: a memory forgets the oldest messages first. */
function findEnd(items: readonly JsonValue[], said: readonly ModelMessage[]): { at: number; count: number } {
  let found = { at: 0, count: 0 }
  for (let end = items.length; end > found.count; end--) {
    let count = 0
    while (
      count < Math.min(end, said.length) &&
      isSaid(items[end - 1 - count], said[said.length - 1 - count])
    )
      count++
    if (count > found.count) found = { at: end - count, count }
  }
  return found
}

function isSaid(shown: JsonValue | undefined, said: ModelMessage | undefined): boolean {
  if (!isJsonObject(shown) || said === undefined) return false
  if (shown.role !== said.role || Object.keys(shown).length !== 2) return false
  const { content } = shown
  if (typeof content === 'string' || content === undefined) return content === said.content
  return JSON.stringify(content) === JSON.stringify(said.content)
}
