import { isApiError } from '@runnel/client'
import type { Role, Workspace, WorkspaceUser } from '@runnel/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { listQueryOf, type OrderedListAddress, type PeopleAddress } from '../../app/list-address.ts'
import { pageOf, type RowsPage } from '../../app/page-of.ts'
import { queryClient } from '../../app/query-client.ts'
import { renewSession } from '../../session/renew-session.ts'
import { useSessionStore } from '../../session/session-store.ts'

const PEOPLE = 'people'
/** As many rows as the server gives at once. */
const MOST = 200
/** Few enough to be looked through at a glance. */
export const SHOWN_PLACES = 50

const ownOrganization = () => useSessionStore.getState().user?.activeOrganizationId

/** The rows of an answer that is a list, since no single one was asked for. */
function rowsOf<Row extends object>(answer: Row | Row[] | RowsPage<Row>): RowsPage<Row> {
  return Array.isArray(answer) || 'data' in answer
    ? pageOf(answer as Row[] | RowsPage<Row>)
    : { data: [answer], total: 1 }
}

const lasting = { placeholderData: keepPreviousData, refetchOnMount: 'always' } as const

/** One page of the people of the organisation. Rows of lists have an `id`: that of the person. */
export function userListQuery({ q, page = 1, size = 12, sort, direction, status }: PeopleAddress) {
  const query = { search: q, page, limit: size, sort, direction, status }
  return queryOptions({
    queryKey: [PEOPLE, 'users', query],
    queryFn: async ({ signal }) => {
      const organizationId = ownOrganization()
      const answer = await api.listOrganizationUsers({ query: { ...query, organizationId } }, { signal })
      if ('organizationUser' in answer) throw new Error('One person came where a list was asked for.')
      const { data, total } = pageOf(answer)
      return { data: data.map((row) => ({ ...row, id: row.userId })), total }
    },
    ...lasting,
  })
}

/** One page of the roles of the organisation. */
export function roleListQuery(address: OrderedListAddress) {
  const query = listQueryOf(address)
  return queryOptions({
    queryKey: [PEOPLE, 'roles', query],
    queryFn: async ({ signal }) =>
      rowsOf<Role>(
        await api.listRoles({ query: { ...query, organizationId: ownOrganization() } }, { signal }),
      ),
    ...lasting,
  })
}

/** A role as it is now; undefined where it is gone. */
export function readRole(id: string): Promise<Role | undefined> {
  return unlessGone(async () => rowsOf<Role>(await api.listRoles({ query: { id } })).data[0])
}

/** A workspace as it is now; undefined where it is gone. */
export function readWorkspace(id: string): Promise<Workspace | undefined> {
  return unlessGone(async () => rowsOf<Workspace>(await api.listWorkspaces({ query: { id } })).data[0])
}

/** Somebody's membership as it is now; undefined where they do not belong to the organisation any more. */
export function readMember(userId: string): Promise<object | undefined> {
  return unlessGone(() => api.listOrganizationUsers({ query: { userId, organizationId: ownOrganization() } }))
}

async function unlessGone<Thing>(read: () => Promise<Thing>): Promise<Thing | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isApiError(error) && error.status === 404) return undefined
    throw error
  }
}

/** The roles of the organisation by name, to choose one. */
export const roleChoicesQuery = queryOptions({
  queryKey: [PEOPLE, 'role choices'],
  queryFn: async ({ signal }) =>
    rowsOf<Role>(
      await api.listRoles(
        { query: { organizationId: ownOrganization(), page: 1, limit: MOST, sort: 'name' } },
        { signal },
      ),
    ).data,
})

/** The workspaces of the organisation by name, to choose one. */
export const workspaceChoicesQuery = queryOptions({
  queryKey: [PEOPLE, 'workspace choices'],
  queryFn: async ({ signal }) =>
    rowsOf<Workspace>(await api.listWorkspaces({ query: { page: 1, limit: MOST, sort: 'name' } }, { signal }))
      .data,
})

/** Where the person may invite, and which roles they may give in a workspace: the active one unless another is named. */
export function invitationPlacesQuery(workspaceId?: string) {
  return queryOptions({
    queryKey: [PEOPLE, 'invitation places', workspaceId],
    queryFn: ({ signal }) => api.listInvitationPlaces({ query: { workspaceId } }, { signal }),
    ...lasting,
  })
}

/** The organisation of the active workspace. */
export const organizationQuery = queryOptions({
  queryKey: [PEOPLE, 'organization'],
  queryFn: ({ signal }) => api.getOrganization({ query: {} }, { signal }),
  refetchOnMount: 'always',
})

/** How often it is asked what is left of deleted workspaces, in milliseconds. */
const ERASING_MS = 3_000

/** The deleted workspaces that are being erased, until none is. */
export const erasingWorkspacesQuery = queryOptions({
  ...organizationQuery,
  select: ({ erasing = [] }) => erasing,
  refetchInterval: ({ state }) => (state.data?.erasing?.length ? ERASING_MS : false),
})

/** One page of the workspaces that the person may know of. */
export function workspaceListQuery(address: OrderedListAddress) {
  const query = listQueryOf(address)
  return queryOptions({
    queryKey: [PEOPLE, 'workspaces', query],
    queryFn: async ({ signal }) => rowsOf<Workspace>(await api.listWorkspaces({ query }, { signal })),
    ...lasting,
  })
}

/** One workspace. */
export function workspaceQuery(id: string) {
  return queryOptions({
    queryKey: [PEOPLE, 'workspace', id],
    queryFn: async ({ signal }) =>
      rowsOf<Workspace>(await api.listWorkspaces({ query: { id } }, { signal })).data[0],
  })
}

/** One workspace as it is now: what would be lost with it is asked for when it is about to be. */
export function freshWorkspaceQuery(id: string) {
  return queryOptions({ ...workspaceQuery(id), queryKey: [PEOPLE, 'workspace now', id], gcTime: 0 })
}

/** Whose place in which workspace. */
type PlaceKey = Pick<WorkspaceUser, 'workspaceId' | 'userId'>

/** What tells one place from all others, where something is told about it. */
export const placeId = ({ workspaceId, userId }: PlaceKey): string => `${workspaceId}/${userId}`

/** Whether somebody of a workspace is in no other one. */
export async function isOnlyPlace(place: PlaceKey): Promise<boolean> {
  return (await readPlace(place))?.isOnlyPlace === true
}

/** One page of the people of a workspace. */
export function placeListQuery(workspaceId: string, address: PeopleAddress) {
  const { q, page = 1, size = 12, sort, direction } = address
  const query = { workspaceId, search: q, page, limit: size, sort, direction }
  return queryOptions({
    queryKey: [PEOPLE, 'places', query],
    queryFn: async ({ signal }) => {
      const answer = rowsOf<WorkspaceUser>(await api.listWorkspaceUsers({ query }, { signal }))
      return { data: answer.data.map((row) => ({ ...row, id: row.userId })), total: answer.total }
    },
    ...lasting,
  })
}

/** Somebody's place as it is now; undefined where they are not in the workspace any more. */
export function readPlace({ workspaceId, userId }: PlaceKey): Promise<WorkspaceUser | undefined> {
  const query = { workspaceId, userId }
  return unlessGone(async () => rowsOf<WorkspaceUser>(await api.listWorkspaceUsers({ query })).data[0])
}

/** How many people have a role in a workspace. */
export async function countWithRole({
  workspaceId,
  roleId,
}: Pick<WorkspaceUser, 'workspaceId' | 'roleId'>): Promise<number> {
  const query = { workspaceId, roleId, page: 1, limit: 1 }
  return rowsOf<WorkspaceUser>(await api.listWorkspaceUsers({ query })).total
}

/** Some of the places of a person, or of those who have a role; `search` is by the name of the workspace, or of the person. */
export function placesOfQuery(of: { userId: string } | { roleId: string }, search?: string) {
  const query = { ...of, search, page: 1, limit: SHOWN_PLACES }
  return queryOptions({
    queryKey: [PEOPLE, 'places of', of, search],
    queryFn: async ({ signal }) => rowsOf<WorkspaceUser>(await api.listWorkspaceUsers({ query }, { signal })),
    refetchOnMount: 'always',
  })
}

/** The permissions that a role can hold, by category. */
export const rolePermissionsQuery = queryOptions({
  queryKey: [PEOPLE, 'permissions'],
  queryFn: ({ signal }) => api.getPermissions({ params: { type: 'ROLE' } }, { signal }),
  staleTime: 600_000,
})

/** Everything about people is read anew: one list tells what another counts. */
export function refreshPeople(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [PEOPLE] })
}

/** What the person themselves may enter and do is read anew. */
export async function refreshSelf(): Promise<void> {
  await renewSession()
}
