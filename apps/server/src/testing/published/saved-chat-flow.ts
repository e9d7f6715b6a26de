import type { InputDefinition } from '@runnel/contract'
import { EVERY_NODE } from '../every-node/node-world.ts'

/** A node of a chat flow as somebody saved it, by what tells it from others of its type. */
export interface SavedNode {
  /** By the id when not said: `pinecone_0` is a `pinecone`. */
  node?: string
  /** None in the oldest flows. */
  version?: number
  values?: Record<string, unknown>
  /** Which of several outputs is chosen. */
  output?: string
}

/** A chat flow in short: nodes by id, and wires from a node to the anchor of another, with the type that its handle names. */
export interface SavedFlow {
  nodes: Record<string, SavedNode>
  wires: [source: string, target: string, anchor: string, type?: string][]
  /** Edges say nothing of handles, as in the oldest flows. */
  hasNoHandles?: true
}

/** Such a flow in whole; a person chooses credentials and stores in it. */
export interface WrittenFlow {
  nodes: { id: string; data: { name: string; inputs: Record<string, unknown>; credential?: string } }[]
  edges: object[]
}

/** The type of a node, as its file names it. */
export const typeOf = (id: string, { node = id.slice(0, id.lastIndexOf('_')) }: SavedNode) => node
const isAnchor = ({ type }: InputDefinition) => /^[A-Z]/.test(type)

/** The flow as Flowise writes it into a file: with definitions, references and handles, and an empty text where nobody filled anything in. */
export function writeSavedFlow(flow: SavedFlow): WrittenFlow {
  const entries = Object.entries(flow.nodes)
  const nodes = entries.map(([id, node], index) => ({
    id,
    position: { x: 350 * index, y: 40 * index },
    type: 'customNode',
    data: describe(id, node, flow),
    width: 300,
    height: 504,
    selected: false,
    positionAbsolute: { x: 350 * index, y: 40 * index },
    dragging: false,
  }))
  return { nodes, edges: flow.wires.map((wire) => writeEdge(wire, flow)) }
}

function describe(id: string, node: SavedNode, { wires }: SavedFlow) {
  const name = typeOf(id, node)
  const definition = EVERY_NODE.get(name)
  const { label = name, type = name, category = '', baseClasses = [type] } = definition ?? {}
  const inputs = definition?.inputs ?? []
  const into = wires.filter(([, target]) => target === id)
  const references = Object.groupBy(into, ([, , anchor]) => anchor)
  const wired = Object.entries(references).map(([anchor, some = []]) => {
    const all = some.map(([source]) => `{{${source}.data.instance}}`)
    return [anchor, isList(inputs, anchor) ? all : all[0]] as const
  })
  const asId = ({ name: input, type: of }: InputDefinition) => `${id}-input-${input}-${of}`
  return {
    id,
    label,
    ...(node.version !== undefined && { version: node.version }),
    name,
    type,
    baseClasses,
    category,
    description: '',
    inputParams: inputs.filter((input) => !isAnchor(input)).map((input) => ({ ...input, id: asId(input) })),
    inputAnchors: inputs.filter(isAnchor).map((input) => ({ ...input, id: asId(input) })),
    inputs: {
      ...Object.fromEntries(inputs.map((input) => [input.name, input.default ?? ''])),
      ...node.values,
      ...Object.fromEntries(wired),
    },
    outputAnchors: [{ id: `${id}-output-${name}-${baseClasses.join('|')}`, name, label, type }],
    outputs: node.output === undefined ? {} : { output: node.output },
    selected: false,
  }
}

/** Anchors that take several, also of types that are known no more. */
const LISTS = ['tools', 'document']

const isList = (inputs: readonly InputDefinition[], anchor: string) =>
  LISTS.includes(anchor) || inputs.find(({ name }) => name === anchor)?.list === true

function writeEdge([source, target, anchor, type]: SavedFlow['wires'][number], flow: SavedFlow) {
  const from = flow.nodes[source] ?? {}
  const definition = EVERY_NODE.get(typeOf(source, from))
  const classes = definition?.baseClasses ?? [typeOf(source, from)]
  const wanted = EVERY_NODE.get(typeOf(target, flow.nodes[target] ?? {}))?.inputs
  const anchorType = type ?? wanted?.find(({ name }) => name === anchor)?.type ?? 'Any'
  const sourceHandle = `${source}-output-${from.output ?? typeOf(source, from)}-${classes.join('|')}`
  const targetHandle = `${target}-input-${anchor}-${anchorType}`
  const id = `${source}-${sourceHandle}-${target}-${targetHandle}`
  const ends = { id, source, target, type: 'buttonedge', data: { label: '' } }
  return flow.hasNoHandles ? ends : { ...ends, sourceHandle, targetHandle }
}
