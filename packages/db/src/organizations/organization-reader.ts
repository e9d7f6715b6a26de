import { RunnelError } from '@runnel/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { OrganizationTable, WorkspaceTable } from '../system/account-tables.ts'
import { containsText, type Page, type PageQuery, readPage, type SortRules } from '../tenant/page.ts'
import type { OrganizationScope } from './organization-scope.ts'
import {
  findFirstPlace,
  findMembership,
  findPlace,
  type HeldRole,
  type JoinedPlace,
  listHeldRoles,
  listNewestPlaces,
  listPlacesAmong,
  type Membership,
  type WorkspaceMembership,
} from './places-of-member.ts'
import { parseRolePermissions, type RoleRow } from './role-rows.ts'

export type WorkspaceRow = Selectable<WorkspaceTable>

/** What a role gives in a workspace. */
export interface HeldPlace {
  workspaceId: string
  permissions: string[]
}

/** A row of a list, and how many people are in it or have it. */
type Counted<Row> = Row & { userCount: number }

/** Reads one organisation; others do not exist for it, nor do its deleted workspaces. */
export interface OrganizationReader {
  /** Throws `not_found`. */
  get(): Promise<Selectable<OrganizationTable>>
  /** What the user is here; without a workspace for somebody who does not belong to it, or is barred. */
  findMembership(userId: string): Promise<Membership>
  /** The same for one workspace, however many there are. */
  findPlace(userId: string, workspaceId: string): Promise<WorkspaceMembership | undefined>
  /** In which of these workspaces the user is, whether or not they are barred. */
  listPlacesAmong(userId: string, workspaceIds: readonly string[]): Promise<string[]>
  /** The workspace that the user joined first. */
  findFirstPlace(userId: string): Promise<JoinedPlace | undefined>
  /** So many of the user's workspaces as they joined last, in the order of joining. */
  listNewestPlaces(userId: string, limit: number): Promise<Omit<WorkspaceMembership, 'permissions'>[]>
  /** The roles that the user has, and each in how many workspaces. */
  listHeldRoles(userId: string): Promise<HeldRole[]>
  findWorkspace(id: string): Promise<WorkspaceRow | undefined>
  /** The workspace that was made first. */
  findFirstWorkspaceId(): Promise<string | undefined>
  /** How many people of a workspace are in no other one. */
  countOnlyIn(workspaceId: string): Promise<number>
  /** How many workspaces there are. */
  countWorkspaces(): Promise<number>
  findRole(id: string): Promise<RoleRow | undefined>
  /** Where somebody has a role, and where a group of the provider gives it to whoever comes. */
  listWorkspacesOfRole(roleId: string): Promise<string[]>
  /** The groups that give a role, and where, at most `limit`. */
  listGroupsOfRole(roleId: string, limit: number): Promise<{ group: string; workspaceName: string }[]>
  /** What these people hold, and where, whether or not they are barred: each pair of workspace and role once. */
  listHeld(userIds: readonly string[]): Promise<HeldPlace[]>
  /** The roles that every organisation has. */
  listBuiltInRoles(): Promise<RoleRow[]>
  /** Sorted by `name`, `updatedDate` or `createdDate`; only those of a member where one is named. */
  pageWorkspaces(query: PageQuery & { userId?: string | undefined }): Promise<Page<Counted<WorkspaceRow>>>
  /** Sorted as workspaces are; only those that every organisation has, where they are wanted. */
  pageRoles(query: PageQuery & { isBuiltIn?: true | undefined }): Promise<Page<Counted<RoleRow>>>
}

const sortOf = (table: 'workspaces' | 'roles'): SortRules => ({
  columns: {
    name: { column: `${table}.name`, isLower: true },
    updatedDate: { column: `${table}.updatedAt` },
    createdDate: { column: `${table}.createdAt` },
  },
  fallback: `${table}.updatedAt`,
  fallbackDirection: 'desc',
  tieBreaker: `${table}.id`,
})

/** Makes the reader of an organisation. */
export function createOrganizationReader(scope: OrganizationScope): OrganizationReader {
  const { organizationId } = scope
  return {
    async get() {
      const row = await scope.db.selectFrom('organizations').selectAll().executeTakeFirst()
      if (!row) throw new RunnelError('not_found', `Organization ${organizationId} not found`)
      return row
    },
    findMembership: (userId) => findMembership(scope, userId),
    findPlace: (userId, workspaceId) => findPlace(scope, userId, workspaceId),
    listPlacesAmong: (userId, ids) => listPlacesAmong(scope, userId, ids),
    findFirstPlace: (userId) => findFirstPlace(scope, userId),
    listNewestPlaces: (userId, limit) => listNewestPlaces(scope, userId, limit),
    listHeldRoles: (userId) => listHeldRoles(scope, userId),
    findWorkspace: (id) =>
      scope.db
        .selectFrom('workspaces')
        .selectAll()
        .where('id', '=', id)
        .where('deletedAt', 'is', null)
        .executeTakeFirst(),
    async findFirstWorkspaceId() {
      const row = await scope.db
        .selectFrom('workspaces')
        .select('id')
        .where('deletedAt', 'is', null)
        .orderBy('createdAt')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      return row?.id
    },
    countOnlyIn: (workspaceId) => countOnlyIn(scope, workspaceId),
    async countWorkspaces() {
      const row = await scope.db
        .selectFrom('workspaces')
        .select(sql<number>`count(*)`.as('total'))
        .where('deletedAt', 'is', null)
        .executeTakeFirst()
      return Number(row?.total ?? 0)
    },
    listWorkspacesOfRole: (roleId) => listWorkspacesOfRole(scope, roleId),
    listGroupsOfRole: (roleId, limit) => listGroupsOfRole(scope, roleId, limit),
    listHeld: (userIds) => listHeld(scope, userIds),
    async findRole(id) {
      const row = await scope.db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst()
      return row && { ...row, permissions: parseRolePermissions(row) }
    },
    async listBuiltInRoles() {
      const rows = await scope.db.selectFrom('roles').selectAll().where('builtIn', 'is not', null).execute()
      return rows.map((row) => ({ ...row, permissions: parseRolePermissions(row) }))
    },
    pageWorkspaces: (query) => pageWorkspaces(scope, query),
    pageRoles: (query) => pageRoles(scope, query),
  }
}

async function pageWorkspaces(
  { longReads }: OrganizationScope,
  { userId, ...request }: PageQuery & { userId?: string | undefined },
): Promise<Page<Counted<WorkspaceRow>>> {
  let query = longReads
    .selectFrom('workspaces')
    .selectAll('workspaces')
    .where('workspaces.deletedAt', 'is', null)
  if (request.search) query = query.where(containsText('workspaces.name', request.search))
  if (userId !== undefined)
    query = query.where(
      'workspaces.id',
      'in',
      longReads.selectFrom('workspaceMembers').select('workspaceId').where('userId', '=', userId),
    )
  const { rows, total } = await readPage(query, request, sortOf('workspaces'))
  return { rows: await countMembers(longReads, 'workspaceId', rows), total }
}

async function countOnlyIn({ longReads }: OrganizationScope, workspaceId: string): Promise<number> {
  const elsewhere = longReads
    .selectFrom('workspaceMembers')
    .select('userId')
    .where('workspaceId', '<>', workspaceId)
  const { people } = await longReads
    .selectFrom('workspaceMembers')
    .select(sql<number>`count(distinct ${sql.ref('userId')})`.as('people'))
    .where('workspaceId', '=', workspaceId)
    .where('userId', 'not in', elsewhere)
    .executeTakeFirstOrThrow()
  return Number(people)
}

async function pageRoles(
  { longReads }: OrganizationScope,
  { isBuiltIn, ...request }: PageQuery & { isBuiltIn?: true | undefined },
): Promise<Page<Counted<RoleRow>>> {
  let query = longReads.selectFrom('roles').selectAll('roles')
  if (isBuiltIn) query = query.where('roles.builtIn', 'is not', null)
  if (request.search) query = query.where(containsText('roles.name', request.search))
  const { rows, total } = await readPage(query, request, sortOf('roles'))
  const counted = await countMembers(longReads, 'roleId', rows)
  return { rows: counted.map((row) => ({ ...row, permissions: parseRolePermissions(row) })), total }
}

async function listWorkspacesOfRole({ db }: OrganizationScope, roleId: string): Promise<string[]> {
  const [members, groups] = await Promise.all(
    (['workspaceMembers', 'scimMappings'] as const).map((table) =>
      db.selectFrom(table).select('workspaceId').where('roleId', '=', roleId).distinct().execute(),
    ),
  )
  return [...new Set([members, groups].flatMap((rows) => rows ?? []).map(({ workspaceId }) => workspaceId))]
}

async function listGroupsOfRole(
  { db }: OrganizationScope,
  roleId: string,
  limit: number,
): Promise<{ group: string; workspaceName: string }[]> {
  return db
    .selectFrom('scimMappings')
    .innerJoin('scimGroups', 'scimGroups.id', 'scimMappings.groupId')
    .innerJoin('workspaces', 'workspaces.id', 'scimMappings.workspaceId')
    .select(['scimGroups.displayName as group', 'workspaces.name as workspaceName'])
    .where('scimMappings.roleId', '=', roleId)
    .where('workspaces.deletedAt', 'is', null)
    .orderBy('scimGroups.displayNameKey')
    .orderBy('workspaces.name')
    .limit(limit)
    .execute()
}

async function listHeld({ db }: OrganizationScope, userIds: readonly string[]): Promise<HeldPlace[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('workspaceMembers')
    .innerJoin('roles', 'roles.id', 'workspaceMembers.roleId')
    .select(['workspaceMembers.workspaceId', 'roles.id', 'roles.permissions', 'roles.builtIn'])
    .where('workspaceMembers.userId', 'in', [...userIds])
    .distinct()
    .execute()
  return rows.map(({ workspaceId, ...role }) => ({ workspaceId, permissions: parseRolePermissions(role) }))
}

/** How many people each of the rows has, whatever number of places they have there; in one statement for all rows. */
async function countMembers<Row extends { id: string }>(
  db: OrganizationScope['db'],
  column: 'workspaceId' | 'roleId',
  rows: Row[],
): Promise<Counted<Row>[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const counts = await db
    .selectFrom('workspaceMembers')
    .select([`${column} as id`, sql<number>`count(distinct ${sql.ref('userId')})`.as('people')])
    .where(column, 'in', ids)
    .groupBy(column)
    .execute()
  const countOf = new Map(counts.map(({ id, people }) => [id, Number(people)]))
  return rows.map((row) => ({ ...row, userCount: countOf.get(row.id) ?? 0 }))
}
