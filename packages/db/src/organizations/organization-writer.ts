import { RunnelError } from '@runnel/contract'
import { withoutUndefined } from '../tenant/without-undefined.ts'
import type { OrganizationScope } from './organization-scope.ts'

/** What a workspace or a role is called. */
export interface Naming {
  name: string
  description?: string | null | undefined
}

/** Writes one organisation inside one transaction. What names something that is not there is `not_found`. */
export interface OrganizationWriter {
  insertWorkspace(workspace: Naming): Promise<string>
  updateWorkspace(id: string, patch: Partial<Naming>): Promise<void>
  /** Deletes the workspace with all that is in it. */
  deleteWorkspace(id: string): Promise<void>
  insertRole(role: Naming & { permissions: readonly string[] }): Promise<string>
  updateRole(id: string, patch: Partial<Naming> & { permissions?: readonly string[] }): Promise<void>
  /** A role that somebody has is `conflict`. */
  deleteRole(id: string): Promise<void>
  /** Makes the user a member of the organisation, or changes whether it is an administrator of it. */
  putMember(member: { userId: string; isAdmin: boolean }): Promise<void>
  /** Makes the user a member of the workspace with that role, or changes the role. */
  putWorkspaceMember(member: { workspaceId: string; userId: string; roleId: string }): Promise<void>
  removeWorkspaceMember(workspaceId: string, userId: string): Promise<void>
  /** Takes the user out of the organisation and all its workspaces. */
  removeMember(userId: string): Promise<void>
}

/** Makes the writer of an organisation. */
export function createOrganizationWriter(scope: OrganizationScope): OrganizationWriter {
  return { ...createWorkspaceWriter(scope), ...createRoleWriter(scope), ...createMemberWriter(scope) }
}

type WorkspaceWriter = Pick<OrganizationWriter, 'insertWorkspace' | 'updateWorkspace' | 'deleteWorkspace'>
type RoleWriter = Pick<OrganizationWriter, 'insertRole' | 'updateRole' | 'deleteRole'>

function assertFound(rows: bigint, what: string): void {
  if (rows === 0n) throw new RunnelError('not_found', `${what} not found`)
}

function createWorkspaceWriter({ db, now, newId }: OrganizationScope): WorkspaceWriter {
  return {
    async insertWorkspace({ name, description = null }) {
      const id = newId()
      const at = now()
      const row = { id, name, description, createdAt: at, updatedAt: at }
      await db.insertInto('workspaces').values(row).execute()
      return id
    },
    async updateWorkspace(id, patch) {
      const { numUpdatedRows } = await db
        .updateTable('workspaces')
        .set({ ...withoutUndefined(patch), updatedAt: now() })
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assertFound(numUpdatedRows, `Workspace ${id}`)
    },
    async deleteWorkspace(id) {
      const { numDeletedRows } = await db
        .deleteFrom('workspaces')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assertFound(numDeletedRows, `Workspace ${id}`)
    },
  }
}

function createRoleWriter({ db, now, newId }: OrganizationScope): RoleWriter {
  return {
    async insertRole({ name, description = null, permissions }) {
      const id = newId()
      const row = { id, name, description, permissions: JSON.stringify(permissions), createdAt: now() }
      await db.insertInto('roles').values(row).execute()
      return id
    },
    async updateRole(id, { permissions, ...naming }) {
      const values = withoutUndefined({
        ...naming,
        permissions: permissions === undefined ? undefined : JSON.stringify(permissions),
      })
      const { numUpdatedRows } = await db
        .updateTable('roles')
        .set(values)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assertFound(numUpdatedRows, `Role ${id}`)
    },
    async deleteRole(id) {
      const members = await db
        .selectFrom('workspaceMembers')
        .select('userId')
        .where('roleId', '=', id)
        .limit(1)
        .execute()
      if (members.length > 0) throw new RunnelError('conflict', `Role ${id} is given to somebody.`)
      const { numDeletedRows } = await db.deleteFrom('roles').where('id', '=', id).executeTakeFirstOrThrow()
      assertFound(numDeletedRows, `Role ${id}`)
    },
  }
}

function createMemberWriter({
  db,
  now,
}: OrganizationScope): Omit<OrganizationWriter, keyof WorkspaceWriter | keyof RoleWriter> {
  return {
    async putMember({ userId, isAdmin }) {
      await db
        .insertInto('organizationMembers')
        .values({ userId, isAdmin, createdAt: now() })
        .onConflict((conflict) => conflict.columns(['organizationId', 'userId']).doUpdateSet({ isAdmin }))
        .execute()
    },
    async putWorkspaceMember({ workspaceId, userId, roleId }) {
      const workspaces = await db
        .selectFrom('workspaces')
        .select('id')
        .where('id', '=', workspaceId)
        .execute()
      assertFound(BigInt(workspaces.length), `Workspace ${workspaceId}`)
      await db
        .insertInto('workspaceMembers')
        .values({ workspaceId, userId, roleId, createdAt: now() })
        .onConflict((conflict) => conflict.columns(['workspaceId', 'userId']).doUpdateSet({ roleId }))
        .execute()
    },
    async removeWorkspaceMember(workspaceId, userId) {
      await db
        .deleteFrom('workspaceMembers')
        .where('workspaceId', '=', workspaceId)
        .where('userId', '=', userId)
        .execute()
    },
    async removeMember(userId) {
      await db.deleteFrom('workspaceMembers').where('userId', '=', userId).execute()
      await db.deleteFrom('organizationMembers').where('userId', '=', userId).execute()
    },
  }
}
