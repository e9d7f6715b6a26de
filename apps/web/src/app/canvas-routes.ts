import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { guardPage } from '../session/page-guard.ts'
import { guardEntry } from './guard-entry.ts'
import { rootRoute } from './root-route.ts'

const canvas = {
  getParentRoute: () => rootRoute,
  beforeLoad: guardPage({ permission: 'chatflows:view,agentflows:view' }),
  component: lazyRouteComponent(() => import('../pages/canvas-page.tsx'), 'CanvasPage'),
}

const preview = {
  getParentRoute: () => rootRoute,
  beforeLoad: guardEntry('marketplaces'),
  component: lazyRouteComponent(() => import('../pages/template-page.tsx'), 'TemplatePage'),
}

/** The full-window editor and the preview of templates, outside the shell. The path tells the kind of a new flow. */
export const canvasRoutes = [
  createRoute({ ...canvas, path: '/canvas' }),
  createRoute({ ...canvas, path: '/canvas/$id' }),
  createRoute({ ...canvas, path: '/agentcanvas' }),
  createRoute({ ...canvas, path: '/agentcanvas/$id' }),
  createRoute({ ...canvas, path: '/v2/agentcanvas' }),
  createRoute({ ...canvas, path: '/v2/agentcanvas/$id' }),
  createRoute({ ...preview, path: '/marketplace/$id' }),
  createRoute({ ...preview, path: '/v2/marketplace/$id' }),
] as const
