import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { guardPage } from '../session/page-guard.ts'
import { rootRoute } from './root-route.ts'

/** The frame with sidebar and top bar; its pages are children. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('../shell/shell.tsx'), 'Shell'),
})

const chatflowsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/chatflows',
  beforeLoad: guardPage({ permission: 'chatflows:view' }),
  component: lazyRouteComponent(() => import('../pages/chatflows-page.tsx'), 'ChatflowsPage'),
})

/** Pages with sidebar and top bar. */
export const shellRoutes = shellRoute.addChildren([chatflowsRoute])
