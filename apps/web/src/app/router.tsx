import { createRouter } from '@tanstack/react-router'
import { CrashPage } from '../ui/crash-page.tsx'
import { NotFoundPage } from '../ui/not-found-page.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { BASENAME } from './defaults.ts'
import { moveFocusToPage } from './move-focus.ts'
import { routeTree } from './route-tree.ts'

/** The router of the app. Each page is loaded with its route and has its own boundary for crashes. */
export const router = createRouter({
  routeTree,
  basepath: BASENAME,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultErrorComponent: CrashPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingComponent: PageLoading,
  scrollRestoration: true,
})

router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  if (fromLocation !== undefined && pathChanged) moveFocusToPage(document)
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
