import {
  type FindDefinition,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  RunnelError,
} from '@runnel/contract'
import { nextNodeCounter } from '../document/node-id.ts'
import type { NamedWireNode } from './named-wire-node.ts'
import { makeProblem, type Report } from './report.ts'

const MAX_NAME = 200

function isName(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME
}

function guessType(id: JsonValue | undefined, find: FindDefinition): string | undefined {
  const name = typeof id === 'string' ? id.replace(/_\d+$/, '') : ''
  return find(name)?.name
}

function readType(wire: JsonObject, data: JsonObject, context: NamingContext): string {
  if (isName(data.name)) return data.name
  const guessed = guessType(wire.id ?? data.id, context.find)
  const message = guessed
    ? `A node came without its type; by its id it is "${guessed}".`
    : 'A node came without its type. Replace it by a node of the type that it was.'
  context.report(
    makeProblem(guessed ? 'repair' : 'warning', 'node_missing_type', {
      message,
      ...(isName(wire.id) ? { nodeId: wire.id } : {}),
    }),
  )
  return guessed ?? 'unknown'
}

interface NamingContext {
  find: FindDefinition
  report: Report
  taken: Set<string>
  /** Where the search for a free number goes on, by type. */
  counters: Map<string, number>
}

function nameNode(wire: JsonValue, index: number, context: NamingContext): NamedWireNode {
  if (!isJsonObject(wire)) {
    throw new RunnelError('invalid_flow', `nodes[${index}] is no object. Remove it or write a node there.`, {
      issues: [{ path: `nodes[${index}]`, message: 'expected an object' }],
    })
  }
  const data = isJsonObject(wire.data) ? wire.data : {}
  const type = readType(wire, data, context)
  const given = [wire.id, data.id].find(isName)
  if (given !== undefined && !context.taken.has(given)) return { id: given, type, wire, data }
  const counter = nextNodeCounter(type, context.taken, context.counters.get(type) ?? 0)
  context.counters.set(type, counter + 1)
  const id = `${type}_${counter}`
  const message =
    given === undefined
      ? `A node came without an id; it is ${id} now.`
      : `Two nodes had the id ${given}; the second is ${id} now, and edges lead to the first.`
  const code = given === undefined ? 'node_missing_id' : 'node_duplicate_id'
  context.report(makeProblem('repair', code, { nodeId: id, message }))
  return { id, type, wire, data }
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
