import {
  type EdgeRole,
  type FlowEdge,
  type FlowNode,
  findValueReadAs,
  isParam,
  type JsonValue,
  type NodeDefinition,
} from '@runnel/contract'
import { findReferences } from '../variables/find-references.ts'
import type { RunnableGraph } from './runnable-graph.ts'
import { groupBy } from './sort-topologically.ts'

/**
 * What a node of a chat flow needs of another: an edge, a reference in a value that no edge stands for, or a variable that
 * the other sets.
 */
export interface ChatDependency {
  id: string
  source: string
  output: string
  target: string
  anchor: string
  role: EdgeRole
}

function fromEdge(edge: FlowEdge): ChatDependency {
  return {
    id: edge.id,
    source: edge.source,
    output: edge.sourceAnchor,
    target: edge.target,
    anchor: edge.targetAnchor,
    role: edge.role,
  }
}

function outputOf(node: FlowNode, definition: NodeDefinition | undefined): string {
  return node.outputs?.output ?? definition?.outputs?.[0]?.name ?? node.type
}

function referencesOf(
  graph: RunnableGraph,
  edgesTo: ReadonlyMap<string, FlowEdge[]>,
  node: FlowNode,
): ChatDependency[] {
  const definition = graph.nodes.get(node.id)?.definition
  const joined = new Set((edgesTo.get(node.id) ?? []).map((edge) => `${edge.source} ${edge.targetAnchor}`))
  return (definition?.inputs ?? []).flatMap((input) =>
    findReferences(node.values[input.name]).flatMap((source): ChatDependency[] => {
      const referred = graph.nodes.get(source)
      if (!referred || joined.has(`${source} ${input.name}`) || source === node.id) return []
      return [
        {
          id: `reference:${source}:${node.id}:${input.name}`,
          source,
          output: outputOf(referred.node, referred.definition),
          target: node.id,
          anchor: input.name,
          role: isParam(input) ? 'value' : 'component',
        },
      ]
    }),
  )
}

/** Whoever gives a variable of the run waits for those who set it. */
function variablesOf(graph: RunnableGraph): ChatDependency[] {
  const nodes = [...graph.nodes.values()]
  const listNamed = (meaning: 'variableName' | 'wantedVariable') =>
    nodes.flatMap(({ node, definition }): { node: FlowNode; name: JsonValue }[] => {
      const name = findValueReadAs(node.values, definition, meaning)
      return name === undefined || name === '' ? [] : [{ node, name }]
    })
  const setters = listNamed('variableName')
  return listNamed('wantedVariable').flatMap(({ node, name }) =>
    setters
      .filter((setter) => setter.name === name)
      .map(
        (setter): ChatDependency => ({
          id: `variable:${setter.node.id}:${node.id}`,
          source: setter.node.id,
          output: outputOf(setter.node, graph.nodes.get(setter.node.id)?.definition),
          target: node.id,
          anchor: '',
          role: 'sequence',
        }),
      ),
  )
}

/** All dependencies of a chat flow: its edges in document order, then references without an edge, then variables. */
export function findChatDependencies(graph: RunnableGraph): ChatDependency[] {
  const edgesTo = groupBy(graph.edges, (edge) => edge.target)
  const references = [...graph.nodes.values()].flatMap(({ node }) => referencesOf(graph, edgesTo, node))
  return [...graph.edges.map(fromEdge), ...references, ...variablesOf(graph)]
}
