import { type FlowEdge, type InputDefinition, isParam, type Problem } from '@runnel/contract'
import { makeProblem } from '../problems/make-problem.ts'
import type { EndNode } from './edge-ends.ts'
import { writeNode } from './export-node.ts'
import { findLosses } from './find-losses.ts'
import { nameSome } from './name-some.ts'
import type { NamedWireNode } from './named-wire-node.ts'
import type { Report } from './report.ts'
import { INPUTS, isAtField, isTold, toldFields } from './told-losses.ts'
import { DEFINITION_KEYS } from './wire-keys.ts'

/** Only the view of a moment, or computed anew. */
const PASSING = ['selected', 'dragging', 'resizing', 'measured', 'positionAbsolute']
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
  return [...PASSING, ...ofData.map((key) => `data.${key}`)].some((field) => isAtField(path, field))
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
