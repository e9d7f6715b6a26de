import type { ProvisionedGroup } from '@runnel/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { queryClient } from '../../app/query-client.ts'

const PROVISIONING = 'provisioning'
/** Groups that are shown at first, and as many more each time. */
export const GROUPS_AT_ONCE = 20

/** The address for SCIM, the tokens and the last calls. */
export const provisioningQuery = queryOptions({
  queryKey: [PROVISIONING, 'set-up'],
  queryFn: ({ signal }) => api.getProvisioning({}, { signal }),
  refetchOnMount: 'always',
})

/** The first groups by name, and what they give. */
export function provisionedGroupsQuery({ search, limit }: { search: string | undefined; limit: number }) {
  return queryOptions({
    queryKey: [PROVISIONING, 'groups', search, limit],
    queryFn: ({ signal }) => api.listProvisionedGroups({ query: { search, page: 1, limit } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** Groups that are looked through at once for one of them. */
const PART = 200

/** A group as it is now, wherever in the list; undefined where it is gone. */
export async function readProvisionedGroup(id: string, page = 1): Promise<ProvisionedGroup | undefined> {
  const { data, total } = await api.listProvisionedGroups({ query: { page, limit: PART } })
  const found = data.find((group) => group.id === id)
  return found ?? (page * PART < total ? readProvisionedGroup(id, page + 1) : undefined)
}

/** All about provisioning is read anew. */
export function refreshProvisioning(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [PROVISIONING] })
}
