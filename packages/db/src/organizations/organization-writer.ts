import { isRunnelError, RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import { type Kysely, sql } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'
import type { LoginMethodRow } from '../sign-on/login-method-reader.ts'
import { createDomainWriter, type DomainWriter } from '../sign-on/organization-domains.ts'
import { changeRoleOfPlace, givePlaces } from '../system/people/give-place.ts'
import { type Expectation, getChangedRow } from '../tenant/changed-row.ts'
import { withoutUndefined } from '../tenant/without-undefined.ts'
import type { OrganizationScope } from './organization-scope.ts'

/** What a workspace or a role is called. */
export interface Naming {
  name: string
  description?: string | null | undefined
}

/** A role by id and name. */
export interface RoleName {
  id: string
  name: string
}

/** A change of a naming; what is absent stays. */
type NamingPatch = { [Field in keyof Naming]?: Naming[Field] | undefined }

/**
 * Writes one organisation inside one transaction. What names something that is not there is `not_found`; a name that
 * another workspace or role has is `conflict`, a change of what others changed since `stale_revision`. Built-in roles do not
 * change.
 */
export interface OrganizationWriter extends DomainWriter {
  insertWorkspace(workspace: Naming): Promise<string>
  updateWorkspace(id: string, patch: NamingPatch, expectation?: Expectation): Promise<void>
  /** Gives the new revision. */
  rename(name: string, expectation?: Expectation): Promise<number>
  insertRole(role: Naming & { permissions: readonly string[] }): Promise<string>
  updateRole(
    id: string,
    patch: NamingPatch & { permissions?: readonly string[] | undefined },
    expectation?: Expectation,
  ): Promise<void>
  /**
   * Deletes a role that nobody has and no group gives: another one is `conflict`. `assertUnused` looks at the login methods,
   * of which none is saved with the role meanwhile.
   */
  deleteRole(id: string, assertUnused: (methods: readonly LoginMethodRow[]) => void): Promise<void>
  /** Makes a member of the organisation one of the workspace with that role: `conflict` for who is one. */
  addWorkspaceMember(member: { workspaceId: string; userId: string; roleId: string }): Promise<void>
  /** Gives one of the workspace another role; what a group gave is then no group's any more. Tells the role of before. */
  changeWorkspaceMember(member: { workspaceId: string; userId: string; roleId: string }): Promise<RoleName>
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

/** The next revision of a row that is changed. */
const risen = sql<number>`"revision" + 1`

function createWorkspaceWriter({ db, now, newId, organizationId }: OrganizationScope): WorkspaceWriter {
  return {
    async insertWorkspace({ name, description = null }) {
      const id = newId()
      const at = now()
      const row = { id, name, description, createdAt: at, updatedAt: at, deletedAt: null }
      await named('workspace', name, () => db.insertInto('workspaces').values(row).execute())
      return id
    },
    async updateWorkspace(id, patch, { expectedRevision } = {}) {
      let update = db
        .updateTable('workspaces')
        .set({ ...withoutUndefined(patch), revision: risen, updatedAt: now() })
        .where('id', '=', id)
        .where('deletedAt', 'is', null)
        .returning('id')
      if (expectedRevision !== undefined) update = update.where('revision', '=', expectedRevision)
      const changed = await named('workspace', patch.name, () => update.executeTakeFirst())
      await getChangedRow(changed, { db, what: 'Workspace', id, action: 'workspace.updated' }, () =>
        db
          .selectFrom('workspaces')
          .select(['revision', 'updatedAt'])
          .where('id', '=', id)
          .where('deletedAt', 'is', null)
          .executeTakeFirst(),
      )
    },
    async rename(name, { expectedRevision } = {}) {
      let update = db.updateTable('organizations').set({ name, revision: risen }).returning('revision')
      if (expectedRevision !== undefined) update = update.where('revision', '=', expectedRevision)
      const revised = {
        db,
        what: 'Organization',
        id: organizationId,
        action: 'organization.renamed',
      } as const
      const { revision } = await getChangedRow(await update.executeTakeFirst(), revised, () =>
        db.selectFrom('organizations').select('revision').executeTakeFirst(),
      )
      return revision
    },
  }
}

function createRoleWriter(scope: OrganizationScope): RoleWriter {
  const { db, now, newId } = scope
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
    async updateRole(id, { permissions, ...naming }, { expectedRevision } = {}) {
      const values = withoutUndefined({
        ...naming,
        permissions: permissions === undefined ? undefined : JSON.stringify(permissions),
      })
      let update = db
        .updateTable('roles')
        .set({ ...values, revision: risen, updatedAt: now() })
        .where('id', '=', id)
        .where('builtIn', 'is', null)
        .returning('id')
      if (expectedRevision !== undefined) update = update.where('revision', '=', expectedRevision)
      const changed = await named('role', naming.name, () => update.executeTakeFirst())
      await getChangedRow(changed, { db, what: 'Role', id, action: 'role.updated' }, () =>
        db
          .selectFrom('roles')
          .select(['revision', 'updatedAt'])
          .where('id', '=', id)
          .where('builtIn', 'is', null)
          .executeTakeFirst(),
      )
    },
    async deleteRole(id, assertUnused) {
      await closeRole(scope, id)
      for (const table of ['workspaceMembers', 'scimMappings'] as const) {
        const given = await db.selectFrom(table).select('roleId').where('roleId', '=', id).limit(1).execute()
        if (given.length > 0) throw refusalOf('conflict', tellWhy('role_given_meanwhile', { role: id }))
      }
      assertUnused(await db.selectFrom('loginMethods').selectAll().execute())
      const { numDeletedRows } = await db
        .deleteFrom('roles')
        .where('id', '=', id)
        .where('builtIn', 'is', null)
        .executeTakeFirstOrThrow()
      assertFound(numDeletedRows, `Role ${id}`)
    },
  }
}

/** Whoever gives the role waits until the transaction ends, or is done by now. */
async function closeRole({ db, capabilities }: OrganizationScope, id: string): Promise<void> {
  if (capabilities.rowLocks)
    await db.selectFrom('roles').select('id').where('id', '=', id).forUpdate().execute()
}

function createMemberWriter(
  scope: OrganizationScope,
): Pick<OrganizationWriter, 'addWorkspaceMember' | 'changeWorkspaceMember'> {
  // Of all tables those of the organisation alone are reached.
  const db = scope.db as unknown as Kysely<DatabaseSchema>
  return {
    async addWorkspaceMember(place) {
      const there = await findRoleOfPlace(scope, place)
      if (there) throw refusalOf('conflict', tellWhy('in_workspace_already'))
      await givePlaces(db, scope, [{ ...place, createdAt: scope.now() }])
    },
    async changeWorkspaceMember(place) {
      const before = await findRoleOfPlace(scope, place)
      if (!before || !(await changeRoleOfPlace(db, place)))
        throw new RunnelError('not_found', `User ${place.userId} not found`)
      return before
    },
  }
}

/** The role that somebody has in a workspace, and that nobody else changes meanwhile. */
function findRoleOfPlace(
  { db, capabilities }: OrganizationScope,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<RoleName | undefined> {
  const place = db
    .selectFrom('workspaceMembers')
    .innerJoin('roles', 'roles.id', 'workspaceMembers.roleId')
    .select(['roles.id', 'roles.name'])
    .where('workspaceMembers.workspaceId', '=', workspaceId)
    .where('workspaceMembers.userId', '=', userId)
  return (capabilities.rowLocks ? place.forNoKeyUpdate('workspaceMembers') : place).executeTakeFirst()
}
