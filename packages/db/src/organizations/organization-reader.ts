import { RunnelError } from '@runnel/contract'
import type { Selectable } from 'kysely'
import type { OrganizationTable, RoleTable, WorkspaceTable } from '../system/account-tables.ts'
import { prepareRead } from '../tenant/tenant-scope.ts'
import type { OrganizationScope } from './organization-scope.ts'

export type WorkspaceRow = Selectable<WorkspaceTable>

/** A role with its permissions as a list. */
export type RoleRow = Omit<Selectable<RoleTable>, 'permissions'> & { permissions: string[] }

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

/** Reads one organisation; others do not exist for it. */
export interface OrganizationReader {
  /** Throws `not_found`. */
  get(): Promise<Selectable<OrganizationTable>>
  /** What the user is here; without a workspace for somebody who does not belong to it. */
  findMembership(userId: string): Promise<Membership>
  /** In the order of their making. */
  listWorkspaces(): Promise<WorkspaceRow[]>
  listRoles(): Promise<RoleRow[]>
  /** Ids of the members of a workspace with their roles, in the order of joining. */
  listMembers(workspaceId: string): Promise<{ userId: string; roleId: string; createdAt: number }[]>
}

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
    listWorkspaces: () =>
      scope.db.selectFrom('workspaces').selectAll().orderBy('createdAt').orderBy('id').execute(),
    async listRoles() {
      const rows = await scope.db.selectFrom('roles').selectAll().orderBy('createdAt').orderBy('id').execute()
      return rows.map((row) => ({ ...row, permissions: parsePermissions(row) }))
    },
    listMembers: (workspaceId) =>
      scope.db
        .selectFrom('workspaceMembers')
        .select(['userId', 'roleId', 'createdAt'])
        .where('workspaceId', '=', workspaceId)
        .orderBy('createdAt')
        .orderBy('userId')
        .execute(),
  }
}

const FIND_MEMBER = prepareRead(['userId'], (db: OrganizationScope['db'], { userId }) =>
  db.selectFrom('organizationMembers').select('isAdmin').where('userId', '=', userId),
)
const FIND_WORKSPACES = prepareRead(['userId'], (db: OrganizationScope['db'], { userId }) =>
  db
    .selectFrom('workspaceMembers')
    .innerJoin('workspaces', 'workspaces.id', 'workspaceMembers.workspaceId')
    .innerJoin('roles', 'roles.id', 'workspaceMembers.roleId')
    .select(['workspaces.id', 'workspaces.name', 'workspaces.organizationId'])
    .select(['roles.id as roleId', 'roles.name as roleName', 'roles.permissions'])
    .where('workspaceMembers.userId', '=', userId)
    .orderBy('workspaceMembers.createdAt')
    .orderBy('workspaces.id'),
)

async function findMembership({ read }: OrganizationScope, userId: string): Promise<Membership> {
  const [[member], workspaces] = await Promise.all([
    read(FIND_MEMBER, { userId }),
    read(FIND_WORKSPACES, { userId }),
  ])
  return {
    isAdmin: member?.isAdmin ?? false,
    workspaces: workspaces.map((row) => ({ ...row, permissions: parsePermissions(row) })),
  }
}

/** The layer wrote the list, so its shape is known. */
function parsePermissions({ permissions }: Pick<RoleTable, 'permissions'>): string[] {
  return JSON.parse(permissions) as string[]
}
