import type { FindDefinition, FlowDocument } from '@runnel/contract'
import { addEdge, anchorsOf, type Connection, checkConnection, findNodeDefinition } from '@runnel/graph'
import i18next from 'i18next'
import { notify } from '../../../ui/notifications/notify.ts'
import type { DrawnFrom } from '../session/drawn-from.ts'
import { changeFlow, type EditorStore } from '../session/editor-store.ts'
import { refusalText } from './refusal-text.ts'

interface ConnectContext {
  editor: EditorStore
  find: FindDefinition
}

/** Draws an edge, or says in plain words why it cannot be drawn. */
export function connectNodes({ editor, find }: ConnectContext, connection: Connection): void {
  const check = checkConnection(editor.getState().document, find, connection)
  if (check.ok) changeFlow(editor, (document) => addEdge(document, find, connection))
  else notify.warning(refusalText(check))
}

/** A connection that may be drawn from a node, with the names of its ends. */
export interface ConnectionChoice {
  connection: Connection
  /** The output, where the node has several. */
  from: string
  /** The node that it leads to. */
  to: string
  /** The input, where that node has several. */
  into: string
}

/** The connection between the port from which a line is drawn and another one, which stands at the other side. */
function joined(from: DrawnFrom, to: { nodeId: string; anchor: string }): Connection {
  const [source, target] = from.side === 'output' ? [from, to] : [to, from]
  return {
    source: source.nodeId,
    sourceAnchor: source.anchor,
    target: target.nodeId,
    targetAnchor: target.anchor,
  }
}

/** Whether a port may take the line that is drawn. */
export function mayTake({ editor, find }: ConnectContext, from: DrawnFrom, to: DrawnFrom): boolean {
  if (from.side === to.side) return false
  return checkConnection(editor.getState().document, find, joined(from, to)).ok
}

/** Every connection that a line may become which is let go over a card, and why the others may not. */
export function connectionsTo({ editor, find }: ConnectContext, from: DrawnFrom, nodeId: string) {
  const { document } = editor.getState()
  const node = document.nodes.find(({ id }) => id === nodeId)
  const definition = node && findNodeDefinition(node, find)
  if (node === undefined || definition === undefined) return { fitting: [], refusals: [] }
  const ports = anchorsOf(node, definition)[from.side === 'output' ? 'inputs' : 'outputs']
  const connections = ports.map(({ anchor }) => joined(from, { nodeId, anchor }))
  const checks = connections.map((connection) => checkConnection(document, find, connection))
  return {
    fitting: connections.filter((_connection, index) => checks[index]?.ok),
    refusals: checks.filter((check) => !check.ok),
  }
}

/** A line that is let go over a card joins its one fitting port; where none fits, or several do, that is said. */
export function connectToCard(context: ConnectContext, from: DrawnFrom, nodeId: string): void {
  const { fitting, refusals } = connectionsTo(context, from, nodeId)
  const [only, ...others] = fitting
  if (only && others.length === 0) connectNodes(context, only)
  else if (only) notify.info(i18next.t('connect.several', { ns: 'canvas' }))
  else if (refusals[0]) notify.warning(refusalText(refusals[0]))
}

/** Every connection that may be drawn from a node now. */
export function listConnections(
  document: FlowDocument,
  find: FindDefinition,
  sourceId: string,
): ConnectionChoice[] {
  const portsOf = (id: string) => {
    const node = document.nodes.find((candidate) => candidate.id === id)
    const definition = node && findNodeDefinition(node, find)
    return definition ? anchorsOf(node, definition) : { inputs: [], outputs: [] }
  }
  const { outputs } = portsOf(sourceId)
  return document.nodes.flatMap((target) => {
    const { inputs } = portsOf(target.id)
    const pairs = outputs.flatMap((output) => inputs.map((input) => ({ output, input })))
    return pairs.flatMap(({ output, input }) => {
      const ends = { source: sourceId, sourceAnchor: output.anchor }
      const connection = { ...ends, target: target.id, targetAnchor: input.anchor }
      if (!checkConnection(document, find, connection).ok) return []
      const from = outputs.length > 1 ? output.label : ''
      return [{ connection, from, to: target.label, into: inputs.length > 1 ? input.label : '' }]
    })
  })
}
