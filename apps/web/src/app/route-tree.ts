import { accountRoutes } from './account-routes.ts'
import { canvasRoutes } from './canvas-routes.ts'
import { rootRoute } from './root-route.ts'
import { shellRoutes } from './shell-routes.ts'
import { startRoute } from './start-route.ts'

/** All pages of the app. */
export const routeTree = rootRoute.addChildren([startRoute, shellRoutes, ...accountRoutes, ...canvasRoutes])
