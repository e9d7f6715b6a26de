import { type Connection, checkConnection } from '@runnel/graph'
import type {
  Connection as DrawnConnection,
  Edge,
  FinalConnectionState,
  Handle,
  OnConnectStartParams,
} from '@xyflow/react'
import { useMemo } from 'react'
import { notify } from '../../../ui/notifications/notify.ts'
import { connectNodes, connectToCard } from '../editing/connect-nodes.ts'
import { refusalText } from '../editing/refusal-text.ts'
import { anchorOfHandle } from '../layout/port-handle.ts'
import { type CanvasSession, useCanvasSession } from '../session/canvas-session.ts'
import type { DrawnFrom } from '../session/drawn-from.ts'

/** How a drawn line becomes an edge, or why it does not. While it is drawn, ports know where it comes from. */
export function useConnecting() {
  const session = useCanvasSession()
  return useMemo(() => {
    const { editor, find, drawing } = session
    const begin = (_event: unknown, { nodeId, handleId, handleType }: OnConnectStartParams) => {
      if (nodeId === null) return
      const side = handleType === 'target' ? 'input' : 'output'
      drawing.setState({ from: { nodeId, side, anchor: anchorOfHandle(handleId) } })
    }
    return {
      isValidConnection: (drawn: DrawnConnection | Edge) =>
        checkConnection(editor.getState().document, find, toConnection(drawn)).ok,
      onConnect: (drawn: DrawnConnection) => connectNodes({ editor, find }, toConnection(drawn)),
      onConnectStart: begin,
      onClickConnectStart: begin,
      onClickConnectEnd: () => drawing.setState({ from: undefined }),
      onConnectEnd: (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
        const { from } = drawing.getState()
        drawing.setState({ from: undefined })
        if (state.isValid || !state.fromHandle) return
        if (state.toHandle) tellRefusal(session, state.fromHandle, state.toHandle)
        else if (from) letGo(session, from, event)
      },
    }
  }, [session])
}

/** Over a card the line looks for the port that takes it. */
function letGo(session: CanvasSession, from: DrawnFrom, event: MouseEvent | TouchEvent): void {
  const { clientX, clientY } = 'changedTouches' in event ? (event.changedTouches[0] ?? {}) : event
  const there = document.elementFromPoint(clientX ?? -1, clientY ?? -1)?.closest('.react-flow__node')
  const nodeId = there?.getAttribute('data-id')
  if (nodeId && nodeId !== from.nodeId) connectToCard(session, from, nodeId)
}

function tellRefusal({ editor, find }: CanvasSession, from: Handle, to: Handle): void {
  const [source, target] = from.type === 'source' ? [from, to] : [to, from]
  const check = checkConnection(editor.getState().document, find, {
    source: source.nodeId,
    sourceAnchor: anchorOfHandle(source.id),
    target: target.nodeId,
    targetAnchor: anchorOfHandle(target.id),
  })
  if (!check.ok) notify.warning(refusalText(check))
}

function toConnection(drawn: DrawnConnection | Edge): Connection {
  return {
    source: drawn.source,
    sourceAnchor: anchorOfHandle(drawn.sourceHandle),
    target: drawn.target,
    targetAnchor: anchorOfHandle(drawn.targetHandle),
  }
}
