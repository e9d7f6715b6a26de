import type {
  FindDefinition,
  FlowDocument,
  FlowEdge,
  FlowNode,
  JsonObject,
  JsonValue,
} from '@runnel/contract'
import { findNodeDefinition } from '../definitions/node-definition-of.ts'
import { makeEdgeId } from '../document/edge-id.ts'
import { nextNodeCounter } from '../document/node-id.ts'
import { mapStrings } from '../document/walk-strings.ts'
import {
  MENTION,
  mentionedReference,
  nodeOfReference,
  normalizeReference,
  REFERENCE,
} from '../variables/find-references.ts'

/** Nodes with the edges among them. */
export interface Fragment {
  nodes: readonly FlowNode[]
  edges: readonly FlowEdge[]
}

function renamed(reference: string, names: ReadonlyMap<string, string>): string | undefined {
  const normal = normalizeReference(reference)
  const node = nodeOfReference(normal)
  const name = node === undefined ? undefined : names.get(node)
  return name === undefined || node === undefined ? undefined : name + normal.slice(node.length)
}

function renameInText(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .replace(MENTION, (whole, attributes: string) => {
      const old = mentionedReference(attributes)
      const name = old === undefined ? undefined : renamed(old, names)
      return old === undefined || name === undefined
        ? whole
        : whole.replace(`data-id="${old}"`, () => `data-id="${name}"`)
    })
    .replace(REFERENCE, (whole, inside: string) => {
      const name = renamed(inside, names)
      return name === undefined ? whole : `{{${name}}}`
    })
}

function renameTarget(
  target: string,
  value: JsonValue | undefined,
  names: ReadonlyMap<string, string>,
): JsonObject {
  if (typeof value !== 'string') return {}
  const [id = '', ...label] = value.split('-')
  const name = names.get(id)
  return name === undefined ? {} : { [target]: [name, ...label].join('-') }
}

function renameValues(node: FlowNode, { names, find }: Renaming): JsonObject {
  const changed = mapStrings(node.values, (text) => renameInText(text, names)) as JsonObject
  const target = findNodeDefinition(node, find)?.jumpsTo
  return target === undefined ? changed : { ...changed, ...renameTarget(target, changed[target], names) }
}

function renameForeign(node: FlowNode, id: string): Pick<FlowNode, 'foreignDefinition'> {
  if (!node.foreignDefinition) return {}
  const change = (text: string) => (text.startsWith(`${node.id}-`) ? id + text.slice(node.id.length) : text)
  return { foreignDefinition: mapStrings(node.foreignDefinition, change) as JsonObject }
}

/** The new ids of nodes by their old ones, and the definitions that say where ids stand. */
export interface Renaming {
  names: ReadonlyMap<string, string>
  find: FindDefinition
}

/** A node under another id, if it gets one, that refers to nodes and lies in one by their new ids. */
export function copyNode(node: FlowNode, renaming: Renaming): FlowNode {
  const { names } = renaming
  const id = names.get(node.id) ?? node.id
  const parent = node.parent === undefined ? undefined : (names.get(node.parent) ?? node.parent)
  return {
    ...node,
    id,
    values: renameValues(node, renaming),
    ...(parent === undefined ? {} : { parent }),
    ...renameForeign(node, id),
  }
}

function nameCopies(fragment: Fragment, document: FlowDocument): Map<string, string> {
  const taken = new Set(document.nodes.map((node) => node.id))
  const names = new Map<string, string>()
  const counters = new Map<string, number>()
  for (const node of fragment.nodes) {
    const counter = nextNodeCounter(node.type, taken, counters.get(node.type) ?? 0)
    counters.set(node.type, counter + 1)
    const name = `${node.type}_${counter}`
    taken.add(name)
    names.set(node.id, name)
  }
  return names
}

function copyEdges(
  fragment: Fragment,
  copies: ReadonlyMap<string, FlowNode>,
  { find, document }: { find: FindDefinition; document: FlowDocument },
): FlowEdge[] {
  const taken = new Set(document.edges.map((edge) => edge.id))
  return fragment.edges.flatMap((edge) => {
    const source = copies.get(edge.source)
    const target = copies.get(edge.target)
    if (!source || !target) return []
    const { extra, ...rest } = edge
    const { sourceHandle: _source, targetHandle: _target, ...others } = extra ?? {}
    const moved = { ...rest, source: source.id, target: target.id }
    const id = makeEdgeId(moved, { source, target }, { find, taken })
    taken.add(id)
    return [{ ...moved, id, ...(Object.keys(others).length > 0 ? { extra: others } : {}) }]
  })
}

/**
 * Copies nodes under ids that are free in the document. References, containers and edges among them lead to the
 * copies; references to other nodes are left to the caller. Copies stand in the order of the fragment.
 */
export function copyNodes(
  fragment: Fragment,
  context: { document: FlowDocument; find: FindDefinition },
): { nodes: FlowNode[]; edges: FlowEdge[] } {
  const names = nameCopies(fragment, context.document)
  const copies = new Map(
    fragment.nodes.map((node) => [node.id, copyNode(node, { names, find: context.find })]),
  )
  return { nodes: [...copies.values()], edges: copyEdges(fragment, copies, context) }
}
