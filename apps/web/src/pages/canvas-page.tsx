import type { FlowType } from '@runnel/contract'
import { useLocation, useParams } from '@tanstack/react-router'
import { CanvasLoader } from '../features/canvas/canvas-loader.tsx'

/** The editor of one flow, or of a new one; the path tells the kind of a new flow. */
export function CanvasPage() {
  const { id } = useParams({ strict: false })
  const pathname = useLocation({ select: (location) => location.pathname })
  return <CanvasLoader key={pathname} id={id} type={kindOfPath(pathname)} />
}

function kindOfPath(pathname: string): FlowType {
  if (pathname.startsWith('/v2/')) return 'AGENTFLOW'
  return pathname.startsWith('/agentcanvas') ? 'MULTIAGENT' : 'CHATFLOW'
}
