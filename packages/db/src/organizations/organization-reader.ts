import { RunnelError } from '@runnel/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { OrganizationMemberTable, OrganizationTable, WorkspaceTable } from '../system/account-tables.ts'
import { containsText, type Page, type PageQuery, readPage, type SortRules } from '../tenant/page.ts'
import type { OrganizationScope } from './organization-scope.ts'
import {
  findFirstPlace,
  findMembership,
  findPlace,
  findWorkspaceWithout,
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

/** What a role gives somebody in a workspace. */
export interface HeldPlace {
  userId: string
  workspaceId: string
  permissions: string[]
}

/** What somebody is in the organisation, wherever they are. */
export type Standing = Pick<Selectable<OrganizationMemberTable>, 'isAdmin' | 'status'>

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
  /** Whether the user administers the organisation, and is let in; undefined for who is not of it. */
  findStanding(userId: string): Promise<Standing | undefined>
  /** In which of these workspaces the user is, whether or not they are barred. */
  listPlacesAmong(userId: string, workspaceIds: readonly string[]): Promise<string[]>
  /** The workspace that the user joined first. */
  findFirstPlace(userId: string): Promise<JoinedPlace | undefined>
  /** So many of the user's workspaces as they joined last, in the order of joining. */
  listNewestPlaces(userId: string, limit: number): Promise<Omit<WorkspaceMembership, 'permissions'>[]>
  /** The roles that the user has, and each in how many workspaces. */
  listHeldRoles(userId: string): Promise<HeldRole[]>
  /** A workspace where the user has none of these roles, of which there is at least one. */
  findWorkspaceWithout(userId: string, roleIds: readonly string[]): Promise<string | undefined>
  findWorkspace(id: string): Promise<WorkspaceRow | undefined>
  /** The workspace that was made first. */
  findFirstWorkspaceId(): Promise<string | undefined>
  /** How many people a workspace has, and how many of them are in no other one. */
  countPeopleIn(workspaceId: string): Promise<{ people: number; onlyHere: number }>
  /** How many workspaces there are. */
  countWorkspaces(): Promise<number>
  findRole(id: string): Promise<RoleRow | undefined>
  /** Where somebody has one of these roles, and where a group of the provider gives it to whoever comes. */
  listWorkspacesOfRoles(roleIds: readonly string[]): Promise<{ roleId: string; workspaceId: string }[]>
  /** The groups that give a role, and where, at most `limit`. */
  listGroupsOfRole(roleId: string, limit: number): Promise<{ group: string; workspaceName: string }[]>
  /** What these people hold, and where, whether or not they are barred. */
  listHeld(userIds: readonly string[]): Promise<HeldPlace[]>
  /** The roles that every organisation has. */
  listBuiltInRoles(): Promise<RoleRow[]>
  /** Both of them in one statement, for long lists. */
  listBuiltInRolesAndHeld(
    userIds: readonly string[],
  ): Promise<{ builtIn: Pick<RoleRow, 'id' | 'name' | 'builtIn'>[]; held: HeldPlace[] }>
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
    findStanding: (userId) =>
      scope.db
        .selectFrom('organizationMembers')
        .select(['isAdmin', 'status'])
        .where('userId', '=', userId)
        .executeTakeFirst(),
    findPlace: (userId, workspaceId) => findPlace(scope, userId, workspaceId),
    listPlacesAmong: (userId, ids) => listPlacesAmong(scope, userId, ids),
    findFirstPlace: (userId) => findFirstPlace(scope, userId),
    listNewestPlaces: (userId, limit) => listNewestPlaces(scope, userId, limit),
    listHeldRoles: (userId) => listHeldRoles(scope, userId),
    findWorkspaceWithout: (userId, roleIds) => findWorkspaceWithout(scope, userId, roleIds),
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
    countPeopleIn: (workspaceId) => countPeopleIn(scope, workspaceId),
    async countWorkspaces() {
      const row = await scope.db
        .selectFrom('workspaces')
        .select(sql<number>`count(*)`.as('total'))
        .where('deletedAt', 'is', null)
        .executeTakeFirst()
      return Number(row?.total ?? 0)
    },
    listWorkspacesOfRoles: (roleIds) => listWorkspacesOfRoles(scope, roleIds),
    listGroupsOfRole: (roleId, limit) => listGroupsOfRole(scope, roleId, limit),
    listHeld: (userIds) => listHeld(scope, userIds),
    listBuiltInRolesAndHeld: (userIds) => listBuiltInRolesAndHeld(scope, userIds),
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

async function countPeopleIn({ longReads }: OrganizationScope, workspaceId: string) {
  const elsewhere = longReads
    .selectFrom('workspaceMembers')
    .select('userId')
    .where('workspaceId', '<>', workspaceId)
  const people = longReads
    .selectFrom('workspaceMembers')
    .select(sql<number>`count(distinct ${sql.ref('userId')})`.as('people'))
    .where('workspaceId', '=', workspaceId)
  const [all, onlyHere] = await Promise.all([
    people.executeTakeFirstOrThrow(),
    people.where('userId', 'not in', elsewhere).executeTakeFirstOrThrow(),
  ])
  return { people: Number(all.people), onlyHere: Number(onlyHere.people) }
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

async function listWorkspacesOfRoles(
  { db }: OrganizationScope,
  roleIds: readonly string[],
): Promise<{ roleId: string; workspaceId: string }[]> {
  if (roleIds.length === 0) return []
  const found = await Promise.all(
    (['workspaceMembers', 'scimMappings'] as const).map((table) =>
      db
        .selectFrom(table)
        .select(['roleId', 'workspaceId'])
        .where('roleId', 'in', [...roleIds])
        .distinct()
        .execute(),
    ),
  )
  return found.flat()
}

const selectHeld = (db: OrganizationScope['db'], userIds: readonly string[]) =>
  db
    .selectFrom('workspaceMembers')
    .innerJoin('roles', 'roles.id', 'workspaceMembers.roleId')
    .where('workspaceMembers.userId', 'in', [...userIds])
    .select(['roles.id', 'roles.name', 'roles.permissions', 'roles.builtIn'])
    .select(['workspaceMembers.userId', 'workspaceMembers.workspaceId'])

type HeldRow = Awaited<ReturnType<ReturnType<typeof selectHeld>['execute']>>[number]

/** Many people have the same few roles: each is read once. */
function toHeld(rows: readonly HeldRow[]): HeldPlace[] {
  const known = new Map<string, string[]>()
  return rows.map(({ userId, workspaceId, id, ...role }) => {
    const permissions = known.get(id) ?? parseRolePermissions(role)
    known.set(id, permissions)
    return { userId, workspaceId, permissions }
  })
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
  return userIds.length === 0 ? [] : toHeld(await selectHeld(db, userIds).execute())
}

async function listBuiltInRolesAndHeld({ db }: OrganizationScope, userIds: readonly string[]) {
  const rows = await db
    .selectFrom('roles')
    .where('builtIn', 'is not', null)
    .select(['roles.id', 'roles.name', 'roles.permissions', 'roles.builtIn'])
    .select([sql<string | null>`null`.as('userId'), sql<string | null>`null`.as('workspaceId')])
    .unionAll(selectHeld(db, userIds))
    .execute()
  const isHeld = (row: (typeof rows)[number]): row is HeldRow => row.userId !== null
  const builtIn = rows.filter((row) => !isHeld(row)).map(({ id, name, builtIn }) => ({ id, name, builtIn }))
  return { builtIn, held: toHeld(rows.filter(isHeld)) }
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
