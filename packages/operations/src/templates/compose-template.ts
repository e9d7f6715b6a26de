import {
  type FlowDocument,
  type FlowNode,
  type FlowType,
  findParamReadAs,
  type NodeDefinition,
  RunnelError,
} from '@runnel/contract'
import { addEdge, anchorsOf, applyDiff, initialValues, withRowIdsInValues } from '@runnel/graph'
import type { Catalogue } from '../catalogue.ts'
import type { SketchedNode, TemplateSketch } from './template-sketch.ts'

/** The grid of sketches, in pixels of the canvas; a card is at most 260 wide and 230 high. */
const GRID = { x: 340, y: 240 } as const
/** What other programs take a card to be; our canvas computes it. */
const CARD = { width: 260, height: 100 } as const
/** Where the nodes begin inside of one that holds them, and the room around them. */
const INSIDE = { x: 40, y: 80 } as const
/** Notes stand above the flow, side by side; their size follows from their text. */
const NOTE = { bottom: -60, width: 260, line: 20, lineLength: 34, padding: 26 } as const

/**
 * The document of a template: every node with what a new one of its type begins with, in its present version, and above them two
 * notes that say what it does and what it needs.
 * @throws RunnelError `invalid_flow` for a node or an edge that the catalogue does not allow
 */
export function composeTemplate(sketch: TemplateSketch, catalogue: Catalogue): FlowDocument {
  const nodes = [
    ...sketch.nodes.map((node) => composeNode(node, catalogue)),
    ...composeNotes(sketch, catalogue.definitions),
  ]
  return sketch.edges.reduce<FlowDocument>((document, edge) => connect(document, edge, catalogue), {
    nodes,
    edges: [],
  })
}

function getDefinition(type: string, catalogue: Catalogue): NodeDefinition {
  const definition = catalogue.find(type)
  if (definition) return definition
  throw new RunnelError('invalid_flow', `A template has a node of the type ${type}, which is not known here.`)
}

function composeNode({ id, label, at, parent, size, output, ...sketch }: SketchedNode, catalogue: Catalogue) {
  const type = id.slice(0, id.lastIndexOf('_'))
  const definition = getDefinition(type, catalogue)
  const [column, row] = at
  const origin = parent === undefined ? { x: 0, y: 0 } : INSIDE
  const values = { ...initialValues(definition), ...sketch.values }
  const node: FlowNode = {
    id,
    type,
    typeVersion: definition.version,
    label,
    position: { x: Math.round(origin.x + column * GRID.x), y: Math.round(origin.y + row * GRID.y) },
    values: withRowIdsInValues(values, definition.inputs, catalogue.find),
    ...(parent !== undefined && { parent }),
    size: size ? { width: size[0] * GRID.x, height: INSIDE.y + size[1] * GRID.y } : CARD,
    ...(output !== undefined && { outputs: { output } }),
  }
  return node
}

function composeNotes({ type, explains, needs }: TemplateSketch, definitions: readonly NodeDefinition[]) {
  const definition = definitions.find((each) => each.kind === 'note' && isOfFlow(each, type))
  const param = definition && findParamReadAs(definition, 'note')
  if (!definition || !param) return []
  return [explains, needs].map((text, index): FlowNode => {
    const height = Math.ceil(text.length / NOTE.lineLength) * NOTE.line + NOTE.padding
    return {
      id: `${definition.name}_${index}`,
      type: definition.name,
      typeVersion: definition.version,
      label: definition.label,
      position: { x: index * GRID.x, y: NOTE.bottom - height },
      size: { width: NOTE.width, height },
      values: { [param.name]: text },
    }
  })
}

function isOfFlow({ canvas = 'chat' }: NodeDefinition, type: FlowType): boolean {
  return canvas === (type === 'AGENTFLOW' ? 'agent' : 'chat')
}

/** Draws `source.output > target.input`; what is not said is the first of the node. */
function connect(document: FlowDocument, edge: string, catalogue: Catalogue): FlowDocument {
  const [from = '', to = ''] = edge.split(' > ')
  const [source = '', output] = from.split('.')
  const [target = '', input] = to.split('.')
  const connection = {
    source,
    sourceAnchor: output ?? firstAnchor(document, source, { side: 'outputs', catalogue }),
    target,
    targetAnchor: input ?? firstAnchor(document, target, { side: 'inputs', catalogue }),
  }
  return applyDiff(document, addEdge(document, catalogue.find, connection))
}

function firstAnchor(
  { nodes }: FlowDocument,
  id: string,
  { side, catalogue }: { side: 'inputs' | 'outputs'; catalogue: Catalogue },
): string {
  const node = nodes.find((each) => each.id === id)
  const [first] = node ? anchorsOf(node, getDefinition(node.type, catalogue))[side] : []
  if (first) return first.anchor
  throw new RunnelError('invalid_flow', `A template has an edge at ${id}, which has no ${side}.`)
}
