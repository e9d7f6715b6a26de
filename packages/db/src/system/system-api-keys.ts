import type { BuiltInRole } from '@runnel/contract'
import type { Kysely, Nullable } from 'kysely'
import { parsePermissions } from '../api-keys/api-key-reader.ts'
import { parseRolePermissions } from '../organizations/role-rows.ts'
import type { DatabaseSchema } from '../schema.ts'
import { containsText, type Page, type PageQuery, readPage } from '../tenant/page.ts'
import { prepareRead } from '../tenant/tenant-scope.ts'
import type { SystemScope } from './system-scope.ts'

/** What the maker of a key may do in its workspace now: everything, some things, or not even be there. */
export type MakerRights = 'everything' | 'nothing' | readonly string[]

/** A key, whose it is, what it was given, what its maker may, and when it ends. */
export interface FoundKey {
  id: string
  keyName: string
  workspaceId: string
  permissions: string[]
  /** Undefined for a key whose maker nobody knows. */
  maker: MakerRights | undefined
  expiresAt: number | null
}

/** The maker of keys, and what they may do in the workspace now. */
export interface KeyMaker {
  name: string
  email: string
  rights: MakerRights
}

/** What an administrator sees of a key of whatever workspace. */
export interface OrganizationKeyRow {
  keyName: string
  permissions: string[]
}

/** Whose an API key is, found by its hash. */
export interface SystemApiKeys {
  /** One statement, whatever it has to look at: it is run for every call with a key. */
  findByHash(keyHash: string): Promise<FoundKey | undefined>
  /** Those of the users who have an account, by id. */
  findMakers(workspaceId: string, userIds: readonly string[]): Promise<Map<string, KeyMaker>>
  /** Keys of all workspaces of an organisation by their names, of deleted ones none. */
  listOfOrganization(organizationId: string, query: PageQuery): Promise<Page<OrganizationKeyRow>>
  /** Notes that the key was used. */
  touch(id: string, at: number): Promise<void>
}

/** What is read of a maker: null where they are not there any more. */
type MakerColumns = Nullable<{
  userStatus: string
  memberStatus: string
  isAdmin: boolean
  builtIn: BuiltInRole
  rolePermissions: string
}>

/** Whoever is not in the workspace, is barred or is gone may do nothing there. */
function rightsOf({
  userStatus,
  memberStatus,
  isAdmin,
  builtIn,
  rolePermissions,
}: MakerColumns): MakerRights {
  if (userStatus !== 'active' || memberStatus !== 'active' || rolePermissions === null) return 'nothing'
  return isAdmin ? 'everything' : parseRolePermissions({ builtIn, permissions: rolePermissions })
}

const FIND_BY_HASH = prepareRead(['keyHash'], (db: Kysely<DatabaseSchema>, { keyHash }) =>
  db
    .selectFrom('apiKeys')
    .leftJoin('users', 'users.id', 'apiKeys.createdBy')
    .leftJoin('workspaceMembers', (join) =>
      join
        .onRef('workspaceMembers.workspaceId', '=', 'apiKeys.workspaceId')
        .onRef('workspaceMembers.userId', '=', 'apiKeys.createdBy'),
    )
    .leftJoin('organizationMembers', (join) =>
      join
        .onRef('organizationMembers.organizationId', '=', 'workspaceMembers.organizationId')
        .onRef('organizationMembers.userId', '=', 'apiKeys.createdBy'),
    )
    .leftJoin('roles', 'roles.id', 'workspaceMembers.roleId')
    .select(['apiKeys.id', 'apiKeys.keyName', 'apiKeys.workspaceId', 'apiKeys.permissions'])
    .select(['apiKeys.expiresAt', 'apiKeys.createdBy', 'users.status as userStatus'])
    .select(['organizationMembers.status as memberStatus', 'organizationMembers.isAdmin'])
    .select(['roles.builtIn', 'roles.permissions as rolePermissions'])
    .where('apiKeys.keyHash', '=', keyHash),
)

/** Makes the resolver of API keys. */
export function createSystemApiKeys({ read, reader, longReader, write }: SystemScope): SystemApiKeys {
  return {
    async findByHash(keyHash) {
      const [row] = await read(FIND_BY_HASH, { keyHash })
      if (!row) return undefined
      const { id, keyName, workspaceId, expiresAt } = row
      const permissions = JSON.parse(row.permissions) as string[]
      const maker = row.createdBy === null ? undefined : rightsOf(row)
      return { id, keyName, workspaceId, expiresAt, permissions, maker }
    },
    async findMakers(workspaceId, userIds) {
      if (userIds.length === 0) return new Map()
      const rows = await reader()
        .selectFrom('users')
        .leftJoin('workspaceMembers', (join) =>
          join
            .onRef('workspaceMembers.userId', '=', 'users.id')
            .on('workspaceMembers.workspaceId', '=', workspaceId),
        )
        .leftJoin('organizationMembers', (join) =>
          join
            .onRef('organizationMembers.organizationId', '=', 'workspaceMembers.organizationId')
            .onRef('organizationMembers.userId', '=', 'users.id'),
        )
        .leftJoin('roles', 'roles.id', 'workspaceMembers.roleId')
        .select(['users.id', 'users.name', 'users.email', 'users.status as userStatus'])
        .select(['organizationMembers.status as memberStatus', 'organizationMembers.isAdmin'])
        .select(['roles.builtIn', 'roles.permissions as rolePermissions'])
        .where('users.id', 'in', [...userIds])
        .execute()
      return new Map(rows.map((row) => [row.id, { name: row.name, email: row.email, rights: rightsOf(row) }]))
    },
    async listOfOrganization(organizationId, request) {
      let query = longReader()
        .selectFrom('apiKeys')
        .innerJoin('workspaces', 'workspaces.id', 'apiKeys.workspaceId')
        .select(['apiKeys.keyName', 'apiKeys.permissions'])
        .where('workspaces.organizationId', '=', organizationId)
        .where('workspaces.deletedAt', 'is', null)
      if (request.search) query = query.where(containsText('apiKeys.keyName', request.search))
      const rules = { columns: {}, fallback: 'apiKeys.keyName', tieBreaker: 'apiKeys.id' } as const
      const { rows, total } = await readPage(query, request, { ...rules, fallbackDirection: 'asc' })
      return { rows: rows.map(parsePermissions), total }
    },
    async touch(id, at) {
      await write((db) => db.updateTable('apiKeys').set({ lastUsedAt: at }).where('id', '=', id).execute())
    },
  }
}
