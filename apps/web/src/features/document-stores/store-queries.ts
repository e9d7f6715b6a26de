import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { listQueryOf, type UsedListAddress } from '../../app/list-address.ts'
import { pageOf } from '../../app/page-of.ts'
import { queryClient } from '../../app/query-client.ts'
import { isBusy } from './under-way.ts'

const STORES = 'document-stores'
const REFRESH_MS = 1_000

/** One page of the document stores of the workspace, read anew while something is done in one of them. */
export function storeListQuery(address: UsedListAddress) {
  const query = { ...listQueryOf(address), usage: address.usage }
  return queryOptions({
    queryKey: [STORES, 'list', query],
    queryFn: async ({ signal }) => pageOf(await api.listDocumentStores({ query }, { signal })),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.data.some(isBusy) ? REFRESH_MS : false),
  })
}

/** One store with its loaders, read anew while something is done in it. */
export function storeQuery(id: string) {
  return queryOptions({
    queryKey: [STORES, 'one', id],
    queryFn: ({ signal }) => api.getDocumentStore({ params: { id } }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? REFRESH_MS : false),
  })
}

/** A page of the chunks of a loader, or of `all`. */
export function chunksQuery({ storeId, fileId, page, search }: WantedChunks) {
  return queryOptions({
    queryKey: [STORES, 'chunks', storeId, fileId, page, search],
    queryFn: ({ signal }) =>
      api.listChunks({ params: { storeId, loaderId: fileId, place: page }, query: { search } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** Which chunks are shown; pages count from 1. */
export interface WantedChunks {
  storeId: string
  fileId: string
  page: number
  search?: string | undefined
}

/** Lists of stores are read anew, also those that are not on the screen: one was deleted, perhaps on its own page. */
export function refreshStoreLists(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [STORES, 'list'], refetchType: 'all' })
}

/** Everything about document stores is read anew: something in one was changed. */
export function refreshStores(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [STORES] })
}
