import { isRunnelError, RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import { createDomainWriter, type DomainWriter } from '../sign-on/organization-domains.ts'
import { withoutUndefined } from '../tenant/without-undefined.ts'
import type { OrganizationScope } from './organization-scope.ts'

/** What a workspace or a role is called. */
export interface Naming {
  name: string
  description?: string | null | undefined
}

/** A change of a naming; what is absent stays. */
type NamingPatch = { [Field in keyof Naming]?: Naming[Field] | undefined }

/**
 * Writes one organisation inside one transaction. What names something that is not there is `not_found`; a name that
 * another workspace or role has is `conflict`. Built-in roles do not change.
 */
export interface OrganizationWriter extends DomainWriter {
  insertWorkspace(workspace: Naming): Promise<string>
  updateWorkspace(id: string, patch: NamingPatch): Promise<void>
  rename(name: string): Promise<void>
  insertRole(role: Naming & { permissions: readonly string[] }): Promise<string>
  updateRole(id: string, patch: NamingPatch & { permissions?: readonly string[] | undefined }): Promise<void>
  /** A role that somebody has is `conflict`. */
  deleteRole(id: string): Promise<void>
  /** Makes the user a member of the organisation, or changes whether it is an administrator of it. */
  putMember(member: { userId: string; isAdmin: boolean }): Promise<void>
  /**
   * Makes a member of the organisation one of the workspace with that role, or changes the role; what a group gave is
   * then no group's any more.
   */
  putWorkspaceMember(member: { workspaceId: string; userId: string; roleId: string }): Promise<void>
  /** As `putWorkspaceMember`, for somebody who is not in it yet: `conflict` for others. */
  addWorkspaceMember(member: { workspaceId: string; userId: string; roleId: string }): Promise<void>
}

/** Makes the writer of an organisation. */
export function createOrganizationWriter(scope: OrganizationScope): OrganizationWriter {
  return {
    ...createWorkspaceWriter(scope),
    ...createRoleWriter(scope),
    ...createMemberWriter(scope),
    ...createDomainWriter(scope),
  }
}

type WorkspaceWriter = Pick<OrganizationWriter, 'insertWorkspace' | 'updateWorkspace' | 'rename'>
type RoleWriter = Pick<OrganizationWriter, 'insertRole' | 'updateRole' | 'deleteRole'>

function assertFound(rows: bigint, what: string): void {
  if (rows === 0n) throw new RunnelError('not_found', `${what} not found`)
}

/** A name that is taken, told at its field. */
async function named<T>(
  what: 'role' | 'workspace',
  name: string | undefined,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isRunnelError(error) || error.code !== 'conflict') throw error
    const refusal = tellWhy(`${what}_name_taken`, { name: name ?? '' })
    throw new RunnelError('conflict', refusal.message, {
      cause: error,
      issues: [{ path: 'name', ...refusal }],
    })
  }
}

function createWorkspaceWriter({ db, now, newId }: OrganizationScope): WorkspaceWriter {
  return {
    async insertWorkspace({ name, description = null }) {
      const id = newId()
      const at = now()
      const row = { id, name, description, createdAt: at, updatedAt: at, deletedAt: null }
      await named('workspace', name, () => db.insertInto('workspaces').values(row).execute())
      return id
    },
    async updateWorkspace(id, patch) {
      const { numUpdatedRows } = await named('workspace', patch.name, () =>
        db
          .updateTable('workspaces')
          .set({ ...withoutUndefined(patch), updatedAt: now() })
          .where('id', '=', id)
          .where('deletedAt', 'is', null)
          .executeTakeFirstOrThrow(),
      )
      assertFound(numUpdatedRows, `Workspace ${id}`)
    },
    async rename(name) {
      await db.updateTable('organizations').set({ name }).execute()
    },
  }
}

function createRoleWriter({ db, now, newId }: OrganizationScope): RoleWriter {
  return {
    async insertRole({ name, description = null, permissions }) {
      const id = newId()
      const at = now()
      const row = { id, name, description, builtIn: null, createdAt: at, updatedAt: at }
      await named('role', name, () =>
        db
          .insertInto('roles')
          .values({ ...row, permissions: JSON.stringify(permissions) })
          .execute(),
      )
      return id
    },
    async updateRole(id, { permissions, ...naming }) {
      const values = withoutUndefined({
        ...naming,
        permissions: permissions === undefined ? undefined : JSON.stringify(permissions),
      })
      const { numUpdatedRows } = await named('role', naming.name, () =>
        db
          .updateTable('roles')
          .set({ ...values, updatedAt: now() })
          .where('id', '=', id)
          .where('builtIn', 'is', null)
          .executeTakeFirstOrThrow(),
      )
      assertFound(numUpdatedRows, `Role ${id}`)
    },
    async deleteRole(id) {
      const members = await db
        .selectFrom('workspaceMembers')
        .select('userId')
        .where('roleId', '=', id)
        .limit(1)
        .execute()
      if (members.length > 0) throw refusalOf('conflict', tellWhy('role_given_meanwhile', { role: id }))
      const { numDeletedRows } = await db
        .deleteFrom('roles')
        .where('id', '=', id)
        .where('builtIn', 'is', null)
        .executeTakeFirstOrThrow()
      assertFound(numDeletedRows, `Role ${id}`)
    },
  }
}

function createMemberWriter({
  db,
  now,
}: OrganizationScope): Omit<
  OrganizationWriter,
  keyof WorkspaceWriter | keyof RoleWriter | keyof DomainWriter
> {
  type Place = { workspaceId: string; userId: string; roleId: string }
  const assertFits = async ({ workspaceId, userId }: Place) => {
    const workspaces = await db
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', workspaceId)
      .where('deletedAt', 'is', null)
      .execute()
    assertFound(BigInt(workspaces.length), `Workspace ${workspaceId}`)
    const members = await db
      .selectFrom('organizationMembers')
      .select('userId')
      .where('userId', '=', userId)
      .execute()
    assertFound(BigInt(members.length), `User ${userId}`)
  }
  return {
    async putMember({ userId, isAdmin }) {
      await db
        .insertInto('organizationMembers')
        .values({ userId, isAdmin, status: 'active', createdAt: now() })
        .onConflict((conflict) => conflict.columns(['organizationId', 'userId']).doUpdateSet({ isAdmin }))
        .execute()
    },
    async putWorkspaceMember(place) {
      await assertFits(place)
      await db
        .insertInto('workspaceMembers')
        .values({ ...place, createdAt: now() })
        .onConflict((conflict) =>
          conflict.columns(['workspaceId', 'userId']).doUpdateSet({ roleId: place.roleId, isByGroup: false }),
        )
        .execute()
    },
    async addWorkspaceMember(place) {
      await assertFits(place)
      const there = await db
        .selectFrom('workspaceMembers')
        .select('userId')
        .where('workspaceId', '=', place.workspaceId)
        .where('userId', '=', place.userId)
        .execute()
      if (there.length > 0) throw refusalOf('conflict', tellWhy('in_workspace_already'))
      await db
        .insertInto('workspaceMembers')
        .values({ ...place, createdAt: now() })
        .execute()
    },
  }
}
