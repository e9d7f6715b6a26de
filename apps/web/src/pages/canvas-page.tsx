import type { FlowType } from '@runnel/contract'
import { useLocation, useParams } from '@tanstack/react-router'
import { CanvasLoader } from '../features/canvas/editor/canvas-loader.tsx'
import { useEditorKey } from './use-editor-key.ts'

/** The editor of one flow, or of a new one; the path tells the kind of a new flow. */
export function CanvasPage() {
  const { id } = useParams({ strict: false })
  const pathname = useLocation({ select: (location) => location.pathname })
  const type = kindOfPath(pathname)
  // The address changes a moment before the id does: only the id, or the kind of a new flow, means another editor.
  const { key, goOnAs } = useEditorKey(id ?? type)
  return <CanvasLoader key={key} id={id} type={type} onCreated={goOnAs} />
}

function kindOfPath(pathname: string): FlowType {
  if (pathname.startsWith('/v2/')) return 'AGENTFLOW'
  return pathname.startsWith('/agentcanvas') ? 'MULTIAGENT' : 'CHATFLOW'
}
