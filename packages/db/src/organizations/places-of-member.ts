import { sql } from 'kysely'
import { prepareRead } from '../tenant/tenant-scope.ts'
import type { OrganizationScope } from './organization-scope.ts'
import { parseRolePermissions } from './role-rows.ts'

/** A workspace to which somebody belongs, with the role there. */
export interface WorkspaceMembership {
  id: string
  name: string
  organizationId: string
  roleId: string
  roleName: string
  permissions: string[]
}

/** What somebody is in an organisation; the workspaces in the order of joining. */
export interface Membership {
  isAdmin: boolean
  workspaces: WorkspaceMembership[]
}

/** What a role gives, and in how many workspaces somebody has it. */
export interface HeldRole {
  id: string
  permissions: string[]
  workspaceCount: number
}

const FIND_MEMBER = prepareRead(['userId'], (db: OrganizationScope['db'], { userId }) =>
  db
    .selectFrom('organizationMembers')
    .select('isAdmin')
    .where('userId', '=', userId)
    .where('status', '=', 'active'),
)
const places = (db: OrganizationScope['db'], userId: string) =>
  db
    .selectFrom('workspaceMembers')
    .innerJoin('workspaces', 'workspaces.id', 'workspaceMembers.workspaceId')
    .innerJoin('roles', 'roles.id', 'workspaceMembers.roleId')
    .select(['workspaces.id', 'workspaces.name', 'workspaces.organizationId'])
    .select(['roles.id as roleId', 'roles.name as roleName', 'roles.permissions', 'roles.builtIn'])
    .where('workspaceMembers.userId', '=', userId)
    .where('workspaces.deletedAt', 'is', null)
const FIND_WORKSPACES = prepareRead(['userId'], (db: OrganizationScope['db'], { userId }) =>
  places(db, userId).orderBy('workspaceMembers.createdAt').orderBy('workspaces.id'),
)
const FIND_WORKSPACE = prepareRead(
  ['userId', 'workspaceId'],
  (db: OrganizationScope['db'], { userId, workspaceId }) =>
    places(db, userId).where('workspaceMembers.workspaceId', '=', workspaceId),
)
const COUNT_ROLES = prepareRead(['userId'], (db: OrganizationScope['db'], { userId }) =>
  db
    .selectFrom('workspaceMembers')
    .select(['roleId', sql<number>`count(*)`.as('workspaceCount')])
    .where('userId', '=', userId)
    .groupBy('roleId'),
)

type Place = Parameters<typeof parseRolePermissions>[0] & Omit<WorkspaceMembership, 'permissions'>

const parse = ({ builtIn, permissions, ...row }: Place): WorkspaceMembership => ({
  ...row,
  permissions: parseRolePermissions({ builtIn, permissions }),
})

async function isMember({ read }: OrganizationScope, userId: string): Promise<boolean> {
  return (await read(FIND_MEMBER, { userId })).length > 0
}

/** All that somebody is in the organisation. */
export async function findMembership(scope: OrganizationScope, userId: string): Promise<Membership> {
  const [[member], workspaces] = await Promise.all([
    scope.read(FIND_MEMBER, { userId }),
    scope.read(FIND_WORKSPACES, { userId }),
  ])
  if (!member) return { isAdmin: false, workspaces: [] }
  return { isAdmin: member.isAdmin, workspaces: workspaces.map(parse) }
}

/** What somebody is in one workspace; undefined for who is not in it, or is barred. */
export async function findPlace(
  scope: OrganizationScope,
  userId: string,
  workspaceId: string,
): Promise<WorkspaceMembership | undefined> {
  const [is, [place]] = await Promise.all([
    isMember(scope, userId),
    scope.read(FIND_WORKSPACE, { userId, workspaceId }),
  ])
  return is && place ? parse(place) : undefined
}

/**
 * So many of the workspaces of somebody as they joined last, in the order of joining; none of who is barred. Names are
 * looked up once it is known whose: all others are not gone through.
 */
export async function listNewestPlaces(
  scope: OrganizationScope,
  userId: string,
  limit: number,
): Promise<Omit<WorkspaceMembership, 'permissions'>[]> {
  const [is, newest] = await Promise.all([
    isMember(scope, userId),
    scope.db
      .selectFrom('workspaceMembers')
      .select(['workspaceId', 'roleId'])
      .where('userId', '=', userId)
      .orderBy('createdAt', 'desc')
      .orderBy('workspaceId', 'desc')
      .limit(limit)
      .execute(),
  ])
  if (!is || newest.length === 0) return []
  const [workspaces, roles] = await Promise.all([
    readNames(
      scope,
      'workspaces',
      newest.map(({ workspaceId }) => workspaceId),
    ),
    readNames(
      scope,
      'roles',
      newest.map(({ roleId }) => roleId),
    ),
  ])
  return newest.toReversed().flatMap(({ workspaceId: id, roleId }) => {
    const [name, roleName] = [workspaces.get(id), roles.get(roleId)]
    if (name === undefined || roleName === undefined) return []
    return [{ id, name, organizationId: scope.organizationId, roleId, roleName }]
  })
}

async function readNames(
  { db }: OrganizationScope,
  table: 'workspaces' | 'roles',
  ids: readonly string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)]
  const rows =
    table === 'roles'
      ? await db.selectFrom('roles').select(['id', 'name']).where('id', 'in', wanted).execute()
      : await db
          .selectFrom('workspaces')
          .select(['id', 'name'])
          .where('id', 'in', wanted)
          .where('deletedAt', 'is', null)
          .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The roles of somebody, each once; none of who is barred. */
export async function listHeldRoles(scope: OrganizationScope, userId: string): Promise<HeldRole[]> {
  const [is, counts] = await Promise.all([isMember(scope, userId), scope.read(COUNT_ROLES, { userId })])
  if (!is || counts.length === 0) return []
  const rows = await scope.db
    .selectFrom('roles')
    .select(['id', 'permissions', 'builtIn'])
    .where(
      'id',
      'in',
      counts.map(({ roleId }) => roleId),
    )
    .execute()
  const countOf = new Map(counts.map(({ roleId, workspaceCount }) => [roleId, Number(workspaceCount)]))
  return rows.map(({ id, ...role }) => ({
    id,
    permissions: parseRolePermissions(role),
    workspaceCount: countOf.get(id) ?? 0,
  }))
}

/** A workspace where somebody has none of these roles. */
export async function findWorkspaceWithout(
  { db }: OrganizationScope,
  userId: string,
  roleIds: readonly string[],
): Promise<string | undefined> {
  const row = await db
    .selectFrom('workspaces')
    .select('workspaces.id')
    .where('workspaces.deletedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('workspaceMembers')
            .select('workspaceMembers.userId')
            .whereRef('workspaceMembers.workspaceId', '=', 'workspaces.id')
            .where('workspaceMembers.userId', '=', userId)
            .where('workspaceMembers.roleId', 'in', [...roleIds]),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** When somebody joined the first of their workspaces, and which it is. */
export interface JoinedPlace {
  workspaceId: string
  createdAt: number
}

const FIND_FIRST = prepareRead(['userId'], (db: OrganizationScope['db'], { userId }) =>
  db
    .selectFrom('workspaceMembers')
    .innerJoin('workspaces', 'workspaces.id', 'workspaceMembers.workspaceId')
    .select(['workspaceMembers.workspaceId', 'workspaceMembers.createdAt'])
    .where('workspaceMembers.userId', '=', userId)
    .where('workspaces.deletedAt', 'is', null)
    .orderBy('workspaceMembers.createdAt')
    .orderBy('workspaceMembers.workspaceId')
    .limit(1),
)

/** The workspace that somebody joined first. */
export async function findFirstPlace(
  { read }: OrganizationScope,
  userId: string,
): Promise<JoinedPlace | undefined> {
  return (await read(FIND_FIRST, { userId }))[0]
}

/** Of some workspaces those in which somebody is. */
export async function listPlacesAmong(
  { db }: OrganizationScope,
  userId: string,
  workspaceIds: readonly string[],
): Promise<string[]> {
  if (workspaceIds.length === 0) return []
  const rows = await db
    .selectFrom('workspaceMembers')
    .select('workspaceId')
    .where('userId', '=', userId)
    .where('workspaceId', 'in', [...workspaceIds])
    .execute()
  return rows.map(({ workspaceId }) => workspaceId)
}
