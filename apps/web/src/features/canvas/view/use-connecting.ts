import { type Connection, checkConnection } from '@runnel/graph'
import type { Connection as DrawnConnection, Edge, FinalConnectionState } from '@xyflow/react'
import { useMemo } from 'react'
import { notify } from '../../../ui/notifications/notify.ts'
import { connectNodes } from '../editing/connect-nodes.ts'
import { refusalText } from '../editing/refusal-text.ts'
import { anchorOfHandle } from '../layout/port-handle.ts'
import { useCanvasSession } from '../session/canvas-session.ts'

/** How a drawn line becomes an edge, or why it does not. */
export function useConnecting() {
  const { editor, find } = useCanvasSession()
  return useMemo(
    () => ({
      isValidConnection: (drawn: DrawnConnection | Edge) =>
        checkConnection(editor.getState().document, find, toConnection(drawn)).ok,
      onConnect: (drawn: DrawnConnection) => {
        connectNodes({ editor, find }, toConnection(drawn))
      },
      onConnectEnd: (_event: unknown, state: FinalConnectionState) => {
        const { fromHandle, toHandle } = state
        if (!fromHandle || !toHandle || state.isValid) return
        const ends = fromHandle.type === 'source' ? [fromHandle, toHandle] : [toHandle, fromHandle]
        const [source, target] = ends
        const check = checkConnection(editor.getState().document, find, {
          source: source?.nodeId ?? '',
          sourceAnchor: anchorOfHandle(source?.id),
          target: target?.nodeId ?? '',
          targetAnchor: anchorOfHandle(target?.id),
        })
        if (!check.ok) notify.warning(refusalText(check))
      },
    }),
    [editor, find],
  )
}

function toConnection(drawn: DrawnConnection | Edge): Connection {
  return {
    source: drawn.source,
    sourceAnchor: anchorOfHandle(drawn.sourceHandle),
    target: drawn.target,
    targetAnchor: anchorOfHandle(drawn.targetHandle),
  }
}
