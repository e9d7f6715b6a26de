import type { FindDefinition, FlowDocument, Problem } from '@runnel/contract'
import { checkChosenRows, checkForeignAddresses } from './check-chosen-rows.ts'
import { checkConditions } from './check-conditions.ts'
import { checkCredentials } from './check-credentials.ts'
import { checkEdges } from './check-edges.ts'
import { checkParams } from './check-params.ts'
import { checkReferences } from './check-references.ts'
import { checkStateWriters } from './check-state-writers.ts'
import { checkStructure } from './check-structure.ts'
import { type KnownRows, makeValidationContext } from './validation-context.ts'

/**
 * Everything that is wrong with a flow, in words for people; the same while drawing, at save, at publish and
 * before a run. `error` is what may refuse a run (where a run reaches it: `planRun` decides), `warning` is shown.
 * Never throws on a document of the schema. `known`: ids that exist, as far as the caller knows them.
 */
export function validateFlow(document: FlowDocument, find: FindDefinition, known: KnownRows = {}): Problem[] {
  const context = makeValidationContext(document, find, known)
  return [
    ...checkStructure(context),
    ...checkEdges(context),
    ...checkParams(context),
    ...checkCredentials(context),
    ...checkChosenRows(context),
    ...checkForeignAddresses(context),
    ...checkConditions(context),
    ...checkReferences(context),
    ...checkStateWriters(context),
  ]
}

/** One node's problems as `GET /validation/:id` gives them. */
export interface ValidationRow {
  id: string
  label: string
  name: string
  issues: string[]
}

/** Problems of nodes in the wire form of `GET /validation/:id`; problems of the whole flow stand under the id ''. */
export function toValidationRows(document: FlowDocument, problems: readonly Problem[]): ValidationRow[] {
  const rows = new Map<string, ValidationRow>()
  const nodes = new Map(document.nodes.map((node) => [node.id, node]))
  for (const { nodeId = '', message } of problems) {
    const node = nodes.get(nodeId)
    const row = rows.get(nodeId) ?? {
      id: nodeId,
      label: node?.label ?? '',
      name: node?.type ?? '',
      issues: [],
    }
    if (!row.issues.includes(message)) row.issues.push(message)
    rows.set(nodeId, row)
  }
  return [...rows.values()]
}
