import {
  type FlowEdge,
  type InputDefinition,
  isJsonObject,
  isParam,
  type JsonObject,
  type JsonValue,
  type Problem,
  type ProblemCode,
} from '@runnel/contract'
import { isDeepEqual } from '../document/deep-equal.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { EndNode } from './edge-ends.ts'
import { writeNode } from './export-node.ts'
import type { NamedWireNode } from './name-nodes.ts'
import { nameSome, type Report } from './report.ts'
import { exportEdge } from './wire-edge.ts'
import { DEFINITION_KEYS } from './wire-keys.ts'

function lossesInObject(came: JsonObject, kept: JsonObject, path: string): string[] {
  return Object.entries(came).flatMap(([key, value]) =>
    findLosses(value, Object.hasOwn(kept, key) ? kept[key] : undefined, path === '' ? key : `${path}.${key}`),
  )
}

/**
 * Paths of what came and is not kept, or is kept as something else; nearest to the top first. What was added is no
 * loss.
 */
export function findLosses(came: JsonValue, kept: JsonValue | undefined, path = ''): string[] {
  if (isDeepEqual(came, kept)) return []
  if (isJsonObject(came) && isJsonObject(kept)) return lossesInObject(came, kept, path)
  if (!Array.isArray(came) || !Array.isArray(kept)) return [path]
  return came.flatMap((item, index) => findLosses(item, kept[index], `${path}[${index}]`))
}

/** Fields whose loss another problem of the same node or edge tells in plainer words. */
const TOLD_BY: Partial<Record<ProblemCode, readonly string[]>> = {
  node_missing_id: ['id', 'data.id'],
  node_duplicate_id: ['id', 'data.id'],
  node_missing_type: ['data.name'],
  node_guessed_type: ['data.name'],
  node_replaced_type: ['data.name', 'data.version'],
  node_missing_version: ['data.version'],
  node_missing_position: ['position'],
  node_freed: ['parentNode', 'parentId', 'extent'],
  data_unreadable: ['data'],
  edge_missing_id: ['id'],
  edge_duplicate_id: ['id'],
}

/** Where the values of a wire node stand. */
export const INPUTS = 'data.inputs.'

/** True when a path is that of a field, or of something inside it. */
export function isAtField(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`)
}

/** Problems of a param that tell that its value is another one now. */
const TELLS_OF_PARAM: readonly ProblemCode[] = ['param_list_was_text', 'edge_without_reference']

/** The fields of a node or edge whose change one of its problems tells. */
export function toldFields(problems: readonly Problem[]): ReadonlySet<string> {
  const fields = problems.flatMap(({ code, param = '' }) => {
    const [root = ''] = TELLS_OF_PARAM.includes(code) ? param.split(/[.[]/, 1) : []
    return [...(TOLD_BY[code] ?? []), ...(root === '' ? [] : [INPUTS + root])]
  })
  return new Set(fields)
}

/** True when a path is that of one of the fields, or of something inside it. */
export function isTold(path: string, fields: ReadonlySet<string>): boolean {
  const ends = [...path.matchAll(/[.[]/g)].map(({ index }) => path.slice(0, index))
  return fields.has(path) || ends.some((outer) => fields.has(outer))
}

/** Only the view of a moment, or computed anew. */
const PASSING_OF_NODE = ['selected', 'dragging', 'resizing', 'measured', 'positionAbsolute']
/** Only the view of a moment, or the state of a run. */
const PASSING_OF_DATA = ['selected', 'status', 'error']

/** A wire node with what the import made of it: `edges` end at it, `problems` are those that it has so far. */
export interface ImportedNode {
  named: NamedWireNode
  end: EndNode
  edges: readonly FlowEdge[]
  problems: readonly Problem[]
}

function isPassing(path: string, { isForeign }: EndNode): boolean {
  const ofData = isForeign ? PASSING_OF_DATA : [...PASSING_OF_DATA, ...DEFINITION_KEYS]
  return [...PASSING_OF_NODE, ...ofData.map((key) => `data.${key}`)].some((field) => isAtField(path, field))
}

/** The same thing in another form: a version as text, a container under its newer name. */
function isSame(path: string, { wire, data }: NamedWireNode, { node }: EndNode): boolean {
  if (path === 'data.version')
    return typeof data.version === 'string' && Number(data.version) === node.typeVersion
  return path === 'parentId' && wire.parentId === node.parent
}

function anchorAt(path: string, { definition }: EndNode): InputDefinition | undefined {
  return definition.inputs.find((input) => !isParam(input) && isAtField(path, INPUTS + input.name))
}

/**
 * Names each field of a wire node that an export would not give back and no problem tells of yet, so that an import
 * drops nothing silently whatever comes.
 */
export function reportNodeLosses({ named, end, edges, problems }: ImportedNode, report: Report): void {
  const told = toldFields(problems)
  // What a known definition says is its own: it need not be written to be left out again.
  const definition = end.node.foreignDefinition ?? {}
  const exported = writeNode({ end, edges, definition, positionAbsolute: end.node.position })
  const lost = findLosses(named.wire, exported).filter(
    (path) => !isPassing(path, end) && !isSame(path, named, end) && !isTold(path, told),
  )
  const place = { nodeId: named.id }
  for (const { name, label } of new Set(lost.flatMap((path) => anchorAt(path, end) ?? []))) {
    report(makeProblem('repair', 'anchor_reordered', { ...place, param: name, details: { label } }))
  }
  const fields = lost.filter((path) => anchorAt(path, end) === undefined)
  if (fields.length === 0) return
  report(makeProblem('repair', 'fields_left_out', { ...place, details: { fields: nameSome(fields) } }))
}

/** The view of a moment, what the definitions say, and handles: ends that cannot be read have problems of their own. */
const PASSING_OF_EDGE = [
  'selected',
  'sourceHandle',
  'targetHandle',
  'data.sourceColor',
  'data.targetColor',
  'data.isHumanInput',
]

/** A wire edge with what the import made of it; `problems` are those that it has so far. */
export interface ImportedEdge {
  wire: JsonObject
  edge: FlowEdge
  ends: ReadonlyMap<string, EndNode>
  problems: readonly Problem[]
}

/** True for a text of the author that the edge keeps under the other name, and for none. */
function isSameLabel(path: string, { wire, edge }: ImportedEdge): boolean {
  const key = ['label', 'edgeLabel'].find((name) => path === `data.${name}`)
  if (key === undefined || !isJsonObject(wire.data)) return false
  const text = wire.data[key]
  return text === '' || (text !== undefined && text === edge.label)
}

/** Names each field of a wire edge that an export would not give back and no problem tells of yet. */
export function reportEdgeLosses(imported: ImportedEdge, report: Report): void {
  const { wire, edge, ends, problems } = imported
  const told = toldFields(problems)
  const lost = findLosses(wire, exportEdge(edge, ends)).filter(
    (path) =>
      !PASSING_OF_EDGE.some((field) => isAtField(path, field)) &&
      !isSameLabel(path, imported) &&
      !isTold(path, told),
  )
  if (lost.length === 0) return
  report(makeProblem('repair', 'fields_left_out', { edgeId: edge.id, details: { fields: nameSome(lost) } }))
}
