import { type FlowEdge, isJsonObject, type JsonObject, type Problem } from '@runnel/contract'
import { makeProblem } from '../problems/make-problem.ts'
import type { EndNode } from './edge-ends.ts'
import { exportEdge } from './export-edge.ts'
import { findLosses } from './find-losses.ts'
import { nameSome } from './name-some.ts'
import type { Report } from './report.ts'
import { isAtField, isTold, toldFields } from './told-losses.ts'

/** The view of a moment, what the definitions say, and handles: ends that cannot be read have problems of their own. */
const PASSING = [
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
      !PASSING.some((field) => isAtField(path, field)) && !isSameLabel(path, imported) && !isTold(path, told),
  )
  if (lost.length === 0) return
  report(makeProblem('repair', 'fields_left_out', { edgeId: edge.id, details: { fields: nameSome(lost) } }))
}
