import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { guardEntry } from './guard-entry.ts'
import { readChunkListAddress, readStoreQueryAddress, readUsedListAddress } from './list-address.ts'
import { shellRoute } from './shell-route.ts'

const shared = {
  getParentRoute: () => shellRoute,
  beforeLoad: guardEntry('document-stores'),
}

const vectors = {
  ...shared,
  component: lazyRouteComponent(() => import('../pages/document-vectors-page.tsx'), 'DocumentVectorsPage'),
}

/** The pages of document stores. A word of the path wins over the name of a loader. */
export const documentStoreRoutes = [
  createRoute({
    ...shared,
    path: '/document-stores',
    validateSearch: readUsedListAddress,
    component: lazyRouteComponent(() => import('../pages/document-stores-page.tsx'), 'DocumentStoresPage'),
  }),
  createRoute({
    ...shared,
    path: '/document-stores/$storeId',
    component: lazyRouteComponent(() => import('../pages/document-store-page.tsx'), 'DocumentStorePage'),
  }),
  createRoute({
    ...shared,
    path: '/document-stores/$storeId/$name',
    component: lazyRouteComponent(() => import('../pages/document-loader-page.tsx'), 'DocumentLoaderPage'),
  }),
  createRoute({
    ...shared,
    path: '/document-stores/chunks/$storeId/$fileId',
    validateSearch: readChunkListAddress,
    component: lazyRouteComponent(() => import('../pages/document-chunks-page.tsx'), 'DocumentChunksPage'),
  }),
  createRoute({ ...vectors, path: '/document-stores/vector/$storeId' }),
  createRoute({ ...vectors, path: '/document-stores/vector/$storeId/$docId' }),
  createRoute({
    ...shared,
    path: '/document-stores/query/$storeId',
    validateSearch: readStoreQueryAddress,
    component: lazyRouteComponent(() => import('../pages/document-query-page.tsx'), 'DocumentQueryPage'),
  }),
] as const
