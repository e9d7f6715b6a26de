import { accountRoutes } from './account-routes.ts'
import { canvasRoutes } from './canvas-routes.ts'
import { rootRoute } from './root-route.ts'
import { shellRoutes } from './shell-routes.ts'

/** All pages of the app. */
export const routeTree = rootRoute.addChildren([shellRoutes, ...accountRoutes, ...canvasRoutes])
