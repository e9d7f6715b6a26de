import type { ApiKey } from '@runnel/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { DEFAULT_PAGE_SIZE } from '../../app/list-address.ts'
import { pageOf, type RowsPage } from '../../app/page-of.ts'
import { queryClient } from '../../app/query-client.ts'

const API_KEYS = 'api-keys'

/** As many as the server gives at once. */
export const MOST_KEYS = 200

interface WantedKeys {
  page?: number | undefined
  size?: number | undefined
  /** Part of their names. */
  search?: string | undefined
}

/** One page of the keys of the workspace. */
export function apiKeyListQuery({ page = 1, size = DEFAULT_PAGE_SIZE, search }: WantedKeys = {}) {
  return queryOptions({
    queryKey: [API_KEYS, 'list', page, size, search],
    queryFn: async ({ signal }) => {
      const answer = await api.listApiKeys({ query: { page, limit: size, search } }, { signal })
      // Names and permissions alone come only of the whole organisation, which is not asked for.
      return pageOf(answer as ApiKey[] | RowsPage<ApiKey>)
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** A key as it is now, wherever in the list; undefined where it is gone. */
export async function readApiKey(id: string, page = 1): Promise<ApiKey | undefined> {
  const answer = await api.listApiKeys({ query: { page, limit: MOST_KEYS } })
  const { data, total } = pageOf(answer as ApiKey[] | RowsPage<ApiKey>)
  const found = data.find((key) => key.id === id)
  return found ?? (page * MOST_KEYS < total ? readApiKey(id, page + 1) : undefined)
}

/** The permissions that a key can hold, by category. */
export const keyPermissionsQuery = queryOptions({
  queryKey: [API_KEYS, 'permissions'],
  queryFn: ({ signal }) => api.getPermissions({ params: { type: 'API_KEY' } }, { signal }),
  staleTime: 600_000,
})

/** Keys are read anew: one was made, changed or revoked. */
export function refreshApiKeys(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [API_KEYS, 'list'] })
}
