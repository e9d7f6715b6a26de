import { isJsonObject, type JsonObject, type JsonValue, type StepRecord } from '@runnel/contract'
import type { Selectable } from 'kysely'
import { foretellStep, withForetold, withoutForetold } from './foretold.ts'
import { type PastMessages, withoutPast } from './past-messages.ts'
import { LONG_TEXT, parseOutput, REPEATS_KEY, withoutRepeats } from './repeats.ts'
import type { RunStepTable } from './run-tables.ts'

/** A `stateAfter` that is as `stateBefore`; no JSON begins so. */
const UNCHANGED = '='
const SHA_256 = /^[0-9a-f]{64}$/

type StateColumns = Pick<Selectable<RunStepTable>, 'stateBefore' | 'stateAfter'>

/** The columns of a record's states. */
export function writeStates({ stateBefore, stateAfter }: StepRecord): StateColumns {
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
export function writeNode({
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
export function readNode({
  path,
  nodeId,
  nodeType,
}: Pick<Selectable<RunStepTable>, 'path' | 'nodeId' | 'nodeType'>): Pick<StepRecord, 'nodeId' | 'nodeType'> {
  const foretold = foretellStep(path)
  return { nodeId: nodeId || foretold.nodeId, nodeType: nodeType || foretold.nodeType }
}

/** A hash in the shortest text that names it. */
export function writeHash(hash: string | undefined): string | null {
  if (hash === undefined) return null
  return SHA_256.test(hash) ? Buffer.from(hash, 'hex').toString('base64url') : `=${hash}`
}

/** The hash that `writeHash` wrote. */
export function readHash(stored: string): string {
  return stored.startsWith('=') ? stored.slice(1) : Buffer.from(stored, 'base64url').toString('hex')
}

/**
 * What a record gave, without what its other columns say again, and of a step without the part of the session that its
 * prompt holds. Calls keep only a hash of theirs.
 */
export function writeOutput(record: StepRecord, past: PastMessages | undefined): string | null {
  const { output } = record
  if (output === undefined) return null
  if (!isJsonObject(output)) return JSON.stringify(output)
  const own = withoutForetold(output, foretellOutput(record))
  const lean = record.kind === 'step' && past ? withoutPast(own, past) : own
  const text = JSON.stringify(lean)
  const isPlain = text.length <= 2 * LONG_TEXT && !(isJsonObject(lean) && Object.hasOwn(lean, REPEATS_KEY))
  return isPlain ? text : JSON.stringify(withoutRepeats(lean))
}

/** The output that `writeOutput` wrote, with messages of the session still to be filled in (`readPast`). */
export function readOutput(stored: string, record: StepRecord): JsonValue {
  const output = parseOutput(stored)
  return isJsonObject(output) ? withForetold(output, foretellOutput(record)) : output
}

function foretellOutput({ kind, usage, stateAfter }: StepRecord): JsonObject {
  if (kind === 'step') return stateAfter === undefined ? {} : { state: stateAfter }
  return usage === undefined ? {} : { usage: usage as unknown as JsonObject }
}
