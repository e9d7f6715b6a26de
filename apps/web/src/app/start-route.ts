import { createRoute, redirect } from '@tanstack/react-router'
import { toViewer } from '../session/display-rules.ts'
import { loadPlatform } from '../session/platform.ts'
import { useSessionStore } from '../session/session-store.ts'
import { findLandingPath } from '../shell/landing-path.ts'
import { rootRoute } from './root-route.ts'

/** `/` leads to the first page that the person may open. */
export const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async () => {
    const session = useSessionStore.getState()
    if (!session.isAuthenticated) throw redirect({ to: '/login' })
    throw redirect({ href: findLandingPath(toViewer(session, await loadPlatform())) })
  },
})
