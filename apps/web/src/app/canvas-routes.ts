import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { guardPage } from '../session/page-guard.ts'
import { rootRoute } from './root-route.ts'

const canvas = {
  getParentRoute: () => rootRoute,
  beforeLoad: guardPage({ permission: 'chatflows:view,agentflows:view' }),
  component: lazyRouteComponent(() => import('../pages/canvas-page.tsx'), 'CanvasPage'),
}

/** The full-window editor, outside the shell. The path tells the kind of a new flow. */
export const canvasRoutes = [
  createRoute({ ...canvas, path: '/canvas' }),
  createRoute({ ...canvas, path: '/canvas/$id' }),
  createRoute({ ...canvas, path: '/agentcanvas' }),
  createRoute({ ...canvas, path: '/agentcanvas/$id' }),
  createRoute({ ...canvas, path: '/v2/agentcanvas' }),
  createRoute({ ...canvas, path: '/v2/agentcanvas/$id' }),
] as const
