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
import { importExtra } from './import-extra.ts'
import { readInputs, repairListValues } from './import-values.ts'
import type { NamedWireNode } from './named-wire-node.ts'
import { makeProblem, type Report } from './report.ts'
import { DATA_SPELLING, OWN_CREDENTIAL, type TakenCredentials, takeCredentials } from './take-credentials.ts'
import { DEFINITION_KEYS, OWN_KEY } from './wire-keys.ts'

function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)))
}

function readPoint(value: JsonValue | undefined): { x: number; y: number } | undefined {
  if (!isJsonObject(value)) return undefined
  const { x, y } = value
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined
}

function readPosition(named: NamedWireNode, report: Report): { x: number; y: number } {
  const position = readPoint(named.wire.position)
  if (position) return position
  const message = `Node ${named.id} had no place on the canvas; it was put where its absolute place was, or at 0, 0.`
  report(makeProblem('repair', 'node_missing_size', { nodeId: named.id, message }))
  return readPoint(named.wire.positionAbsolute) ?? { x: 0, y: 0 }
}

function readSize({ id, wire }: NamedWireNode, report: Report): Pick<FlowNode, 'size'> {
  const { width, height } = wire
  if (typeof width === 'number' && typeof height === 'number') return { size: { width, height } }
  report(
    makeProblem('repair', 'node_missing_size', {
      nodeId: id,
      message: `Node ${id} came without its size; the canvas will measure it.`,
    }),
  )
  return {}
}

function readVersion({ id, data }: NamedWireNode, report: Report): Pick<FlowNode, 'typeVersion'> {
  const version = typeof data.version === 'string' ? Number.parseFloat(data.version) : data.version
  if (typeof version === 'number' && Number.isFinite(version)) return { typeVersion: version }
  report(
    makeProblem('repair', 'node_missing_version', {
      nodeId: id,
      message: `Node ${id} came without a version; it is treated as the oldest.`,
    }),
  )
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

function reportUnknownType({ id, type }: NamedWireNode, report: Report): void {
  const message = `Node ${id} is of the type "${type}", which is not known here. It is kept as it came, but cannot run: replace it.`
  report(makeProblem('warning', 'node_unknown_type', { nodeId: id, message }))
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
  if (known) return { definition: known, foreign: {} }
  reportUnknownType(named, report)
  const foreignDefinition = pick(named.data, DEFINITION_KEYS)
  return { definition: readForeignDefinition(named.type, foreignDefinition), foreign: { foreignDefinition } }
}

const MAX_LABEL = 2000

/** Reads one wire node. Its parent is set later, when all nodes are known. */
export function importNode(named: NamedWireNode, find: FindDefinition, report: Report): FlowNode {
  const { id, type, data } = named
  const { definition, foreign } = describe(named, find, report)
  const taken = readCredentials(data)
  const lists = repairListValues({ id, definition }, readInputs(data), report)
  const values = takeCredentials(withRowIdsInValues(lists, definition.inputs, find), '', taken)
  const extra = importExtra(named, { definition, taken, isForeign: foreign.foreignDefinition !== undefined })
  const label = typeof data.label === 'string' ? data.label : definition.label
  return {
    id,
    type,
    ...readVersion(named, report),
    label: label.slice(0, MAX_LABEL),
    position: readPosition(named, report),
    ...readSize(named, report),
    values,
    ...readOutputs(data),
    ...(Object.keys(taken.credentials).length > 0 ? { credentials: taken.credentials } : {}),
    ...readOwnFields(data),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
    ...foreign,
  }
}
