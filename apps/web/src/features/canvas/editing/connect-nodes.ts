import type { FindDefinition, FlowDocument } from '@runnel/contract'
import { addEdge, anchorsOf, type Connection, checkConnection, findNodeDefinition } from '@runnel/graph'
import { notify } from '../../../ui/notifications/notify.ts'
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
