import {
  type FindDefinition,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  RunnelError,
} from '@runnel/contract'
import { nextNodeCounter } from '../document/node-id.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { findSameType, renameValues } from '../reference/removed-types.ts'
import type { Report } from './report.ts'

const MAX_NAME = 200
/** The type of a node about which nothing is known. */
const UNKNOWN = 'unknown'

/** A text without NUL, which PostgreSQL cannot keep. */
function isName(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME && !value.includes('\0')
}

function guessType(id: JsonValue | undefined, find: FindDefinition): string | undefined {
  const name = typeof id === 'string' ? id.replace(/_\d+$/, '') : ''
  return find(name)?.name
}

interface NamingContext {
  find: FindDefinition
  report: Report
  taken: Set<string>
  /** Where the search for a free number goes on, by type. */
  counters: Map<string, number>
}

function reportType(nodeId: string, guessed: string | undefined, report: Report): void {
  if (guessed === undefined) report(makeProblem('warning', 'node_missing_type', { nodeId }))
  else report(makeProblem('repair', 'node_guessed_type', { nodeId, details: { type: guessed } }))
}

function nameId(
  wire: JsonObject,
  data: JsonObject,
  { type, context }: { type: string; context: NamingContext },
): string {
  const given = [wire.id, data.id].find(isName)
  const isFree = given !== undefined && !context.taken.has(given)
  const counter = isFree ? 0 : nextNodeCounter(type, context.taken, context.counters.get(type) ?? 0)
  if (!isFree) context.counters.set(type, counter + 1)
  const id = isFree ? given : `${type}_${counter}`
  if (given !== undefined && !isFree) {
    context.report(makeProblem('repair', 'node_duplicate_id', { nodeId: id, details: { given, id } }))
  } else if (id !== wire.id) {
    context.report(makeProblem('repair', 'node_missing_id', { nodeId: id, details: { id } }))
  }
  return id
}

/** A type that was removed is its successor where that is known here and does the same. */
function replaceType(
  known: string | undefined,
  find: FindDefinition,
): (Pick<NamedWireNode, 'type'> & { formerType: string }) | undefined {
  if (known === undefined || find(known)) return undefined
  const type = findSameType(known)
  return type !== undefined && find(type) ? { type, formerType: known } : undefined
}

/** A node of a removed type with its values under the names of the successor. */
function renameParams(
  wire: JsonObject,
  data: JsonObject,
  formerType: string | undefined,
): Pick<NamedWireNode, 'wire' | 'data'> {
  if (formerType === undefined || !isJsonObject(data.inputs)) return { wire, data }
  const renamed = { ...data, inputs: renameValues(formerType, data.inputs) }
  return { wire: { ...wire, data: renamed }, data: renamed }
}

function nameNode(wire: JsonValue, index: number, context: NamingContext): NamedWireNode {
  if (!isJsonObject(wire)) {
    throw new RunnelError('invalid_flow', `nodes[${index}] is no object. Remove it or write a node there.`, {
      issues: [{ path: `nodes[${index}]`, message: 'expected an object' }],
    })
  }
  const data = isJsonObject(wire.data) ? wire.data : {}
  const known = isName(data.name) ? data.name : undefined
  const guessed = known ?? guessType(wire.id ?? data.id, context.find)
  const replaced = replaceType(known, context.find)
  const type = replaced?.type ?? guessed ?? UNKNOWN
  const id = nameId(wire, data, { type, context })
  const named = { id, type, ...renameParams(wire, data, replaced?.formerType), ...replaced }
  if (replaced) {
    const details = { type: replaced.formerType, successor: type }
    context.report(makeProblem('repair', 'node_replaced_type', { nodeId: named.id, details }))
  }
  if (known === undefined) reportType(named.id, guessed, context.report)
  if (wire.data !== undefined && data !== wire.data) {
    context.report(makeProblem('repair', 'data_unreadable', { nodeId: named.id }))
  }
  return named
}

/** Gives every wire node a type and an id of its own. */
export function nameNodes(
  nodes: readonly JsonValue[],
  find: FindDefinition,
  report: Report,
): NamedWireNode[] {
  const context: NamingContext = { find, report, taken: new Set(), counters: new Map() }
  return nodes.map((wire, index) => {
    const named = nameNode(wire, index, context)
    context.taken.add(named.id)
    return named
  })
}

/** A wire node with the id and type that it has from now on. */
export interface NamedWireNode {
  id: string
  type: string
  /** The type that it came with, where that was removed and another one does the same. */
  formerType?: string
  wire: JsonObject
  data: JsonObject
}
