import {
  type FindDefinition,
  type FlowNode,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NodeDefinition,
} from '@runnel/contract'
import { readForeignDefinition } from '../definitions/foreign-definition.ts'
import { withRowIdsInValues } from '../document/rows.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { unknownTypeProblem } from '../problems/unknown-type-problem.ts'
import { importExtra } from './import-extra.ts'
import { readInputs, repairListValues } from './import-values.ts'
import { KEY_ORDER, readKeyOrder } from './key-order.ts'
import type { NamedWireNode } from './name-nodes.ts'
import type { Report } from './report.ts'
import { DATA_SPELLING, OWN_CREDENTIAL, type TakenCredentials, takeCredentials } from './take-credentials.ts'
import { reportUnusedInputs } from './unused-inputs.ts'
import { DEFINITION_KEYS, OWN_KEY } from './wire-keys.ts'

function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)))
}

/** JSON can write numbers that are too large to be one; they could not be stored. */
function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function readPoint(value: JsonValue | undefined): { x: number; y: number } | undefined {
  if (!isJsonObject(value)) return undefined
  const { x, y } = value
  return isFiniteNumber(x) && isFiniteNumber(y) ? { x, y } : undefined
}

function readPosition(named: NamedWireNode, report: Report): { x: number; y: number } {
  const position = readPoint(named.wire.position)
  if (position) return position
  report(makeProblem('repair', 'node_missing_position', { nodeId: named.id }))
  return readPoint(named.wire.positionAbsolute) ?? { x: 0, y: 0 }
}

function readSize({ wire }: NamedWireNode): Pick<FlowNode, 'size'> {
  const { width, height } = wire
  return isFiniteNumber(width) && isFiniteNumber(height) ? { size: { width, height } } : {}
}

function readVersion(
  { id, data, formerType }: NamedWireNode,
  definition: NodeDefinition,
  report: Report,
): Pick<FlowNode, 'typeVersion'> {
  // The version of another type says nothing of this one.
  if (formerType !== undefined) return { typeVersion: definition.version }
  const version = typeof data.version === 'string' ? Number.parseFloat(data.version) : data.version
  if (isFiniteNumber(version)) return { typeVersion: version }
  report(makeProblem('repair', 'node_missing_version', { nodeId: id }))
  return {}
}

function readOutputs(data: JsonObject): Pick<FlowNode, 'outputs'> {
  if (!isJsonObject(data.outputs)) return {}
  const chosen = Object.entries(data.outputs).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  return chosen.length === 0 ? {} : { outputs: Object.fromEntries(chosen) }
}

function readOwnFields(data: JsonObject): Pick<FlowNode, 'disabled' | 'note'> {
  const own = data[OWN_KEY]
  if (!isJsonObject(own)) return {}
  return {
    ...(own.disabled === true ? { disabled: true } : {}),
    ...(typeof own.note === 'string' ? { note: own.note } : {}),
  }
}

function readCredentials(data: JsonObject): TakenCredentials {
  const taken: TakenCredentials = { credentials: {}, spellings: {} }
  if (typeof data.credential === 'string' && data.credential !== '') {
    taken.credentials[OWN_CREDENTIAL] = data.credential
    taken.spellings[OWN_CREDENTIAL] = [DATA_SPELLING]
  }
  return taken
}

function describe(
  named: NamedWireNode,
  find: FindDefinition,
  report: Report,
): {
  definition: NodeDefinition
  foreign: Pick<FlowNode, 'foreignDefinition'>
} {
  const known = find(named.type)
  if (known) {
    const { differs: difference } = known
    if (difference !== undefined)
      report(makeProblem('repair', 'node_differs', { nodeId: named.id, details: { difference } }))
    return { definition: known, foreign: {} }
  }
  report(unknownTypeProblem('warning', named))
  const foreignDefinition = pick(named.data, DEFINITION_KEYS)
  return { definition: readForeignDefinition(named.type, foreignDefinition), foreign: { foreignDefinition } }
}

/** Says that what a node kept on its server did not come with the flow. */
function reportLeftBehind(
  { id, label, folder }: { id: string; label: string; folder: JsonValue | undefined },
  report: Report,
): void {
  if (typeof folder !== 'string' || folder.trim() === '') return
  report(makeProblem('repair', 'node_data_left_behind', { nodeId: id, details: { label, folder } }))
}

const MAX_LABEL = 2000

/** Reads one wire node. Its parent is set later, when all nodes are known. */
export function importNode(named: NamedWireNode, find: FindDefinition, report: Report): FlowNode {
  const { id, type, data } = named
  const { definition, foreign } = describe(named, find, report)
  const taken = readCredentials(data)
  const lists = repairListValues({ id, definition }, readInputs(data), report)
  const inputs = withRowIdsInValues(lists, definition.inputs, find)
  const values = takeCredentials(inputs, '', taken)
  const keyOrder = readKeyOrder(inputs, Object.keys(taken.credentials))
  const extra = { ...importExtra(named, { definition, taken }), [KEY_ORDER]: keyOrder }
  const label = typeof data.label === 'string' ? data.label : definition.label
  reportLeftBehind({ id, label, folder: definition.leavesBehind && values[definition.leavesBehind] }, report)
  if (!foreign.foreignDefinition) reportUnusedInputs({ id, label }, { values, definition }, report)
  return {
    id,
    type,
    ...readVersion(named, definition, report),
    label: label.slice(0, MAX_LABEL),
    position: readPosition(named, report),
    ...readSize(named),
    values,
    ...readOutputs(data),
    ...(Object.keys(taken.credentials).length > 0 ? { credentials: taken.credentials } : {}),
    ...readOwnFields(data),
    extra,
    ...foreign,
  }
}
