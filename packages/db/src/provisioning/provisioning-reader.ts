import { sql } from 'kysely'
import type { OrganizationScope } from '../organizations/organization-scope.ts'
import { containsText, type Page, type PageQuery, readPage } from '../tenant/page.ts'
import { type ScimColumn, type ScimCondition, toSql } from './scim-condition.ts'
import {
  parseScimUser,
  SCIM_USER_COLUMNS,
  type ScimCallRow,
  type ScimGroupRow,
  type ScimReference,
  type ScimTokenRow,
  type ScimUserRow,
} from './scim-rows.ts'

/** Which resources are wanted. `offset` counts from 0; `limit` 0 counts them alone. */
export interface ScimQuery {
  where?: ScimCondition | undefined
  offset: number
  limit: number
  sort?: { column: ScimColumn; isDescending: boolean } | undefined
}

/** A place that a group gives. */
export interface GroupPlace {
  groupId: string
  workspaceId: string
  workspaceName: string
  roleId: string
  roleName: string
}

/** Reads what the provider of one organisation made; other organisations do not exist for it. */
export interface ProvisioningReader {
  findScimUser(id: string): Promise<ScimUserRow | undefined>
  listScimUsers(query: ScimQuery): Promise<Page<ScimUserRow>>
  findScimGroup(id: string): Promise<ScimGroupRow | undefined>
  listScimGroups(query: ScimQuery): Promise<Page<ScimGroupRow>>
  /** The groups of people, by the ids of those people. */
  listGroupsOf(scimUserIds: readonly string[]): Promise<Map<string, ScimReference[]>>
  /** How many are in each group. */
  countScimMembers(groupIds: readonly string[]): Promise<Map<string, number>>
  /** Everybody in these groups, by the ids of the groups. */
  listScimMembers(groupIds: readonly string[]): Promise<Map<string, ScimReference[]>>
  /** Groups by name, for people. */
  pageScimGroups(query: PageQuery): Promise<Page<ScimGroupRow>>
  listGroupPlaces(groupIds: readonly string[]): Promise<GroupPlace[]>
  listScimTokens(): Promise<ScimTokenRow[]>
  /** The last calls, newest first. */
  listScimCalls(): Promise<ScimCallRow[]>
  countProvisioned(): Promise<{ users: number; groups: number }>
}

const GROUP_COLUMNS = [
  'scimGroups.id',
  'scimGroups.displayName',
  'scimGroups.externalId',
  'scimGroups.version',
  'scimGroups.mappingRevision',
  'scimGroups.createdAt',
  'scimGroups.updatedAt',
] as const
/** So many calls are told. */
const MOST_CALLS = 50
/** People whose names are read in one statement. */
const NAMED_AT_ONCE = 1_000

/** Makes the reader. */
export function createProvisioningReader(scope: OrganizationScope): ProvisioningReader {
  return { ...createUserReader(scope), ...createGroupReader(scope), ...createSetUpReader(scope) }
}

type UserReader = Pick<ProvisioningReader, 'findScimUser' | 'listScimUsers' | 'listGroupsOf'>
type SetUpReader = Pick<
  ProvisioningReader,
  'listScimTokens' | 'listScimCalls' | 'countProvisioned' | 'pageScimGroups' | 'listGroupPlaces'
>

const numberOf = (row: { total: number | string } | undefined) => Number(row?.total ?? 0)
const COUNT = sql<number>`count(*)`.as('total')
const EVERYTHING: ScimCondition = { kind: 'is', holds: true }

/** What orders a list; without a wish rows come as they were made. */
function orderOf(table: 'scimUsers' | 'scimGroups', sort: ScimQuery['sort']) {
  if (sort === undefined) return sql.ref(`${table}.createdAt`)
  const column = sql.ref(sort.column.name)
  return sort.column.text === 'lower' ? sql`lower(${column})` : column
}

function createUserReader(scope: OrganizationScope): UserReader {
  return {
    async findScimUser(id) {
      const row = await scope.db
        .selectFrom('scimUsers')
        .select(SCIM_USER_COLUMNS)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && parseScimUser(row)
    },
    async listScimUsers({ where = EVERYTHING, offset, limit, sort }) {
      const db = scope.longReads
      const matching = db.selectFrom('scimUsers').where(toSql(db, where))
      const direction = sort?.isDescending ? 'desc' : 'asc'
      const [rows, counted] = await Promise.all([
        limit === 0
          ? []
          : matching
              .select(SCIM_USER_COLUMNS)
              .orderBy(orderOf('scimUsers', sort), direction)
              .orderBy('scimUsers.id', direction)
              .limit(limit)
              .offset(offset)
              .execute(),
        matching.select(COUNT).executeTakeFirst(),
      ])
      return { rows: rows.map((row) => parseScimUser(row)), total: numberOf(counted) }
    },
    async listGroupsOf(scimUserIds) {
      if (scimUserIds.length === 0) return new Map()
      const rows = await scope.db
        .selectFrom('scimGroupMembers')
        .innerJoin('scimGroups', 'scimGroups.id', 'scimGroupMembers.groupId')
        .select(['scimGroupMembers.scimUserId as of', 'scimGroups.id', 'scimGroups.displayName as display'])
        .where('scimGroupMembers.scimUserId', 'in', [...scimUserIds])
        .orderBy('scimGroups.displayNameKey')
        .execute()
      return groupBy(rows)
    },
  }
}

function groupBy(rows: (ScimReference & { of: string })[]): Map<string, ScimReference[]> {
  const found = new Map<string, ScimReference[]>()
  for (const { of, id, display } of rows) {
    const known = found.get(of)
    if (known) known.push({ id, display })
    else found.set(of, [{ id, display }])
  }
  return found
}

function createGroupReader(
  scope: OrganizationScope,
): Omit<ProvisioningReader, keyof UserReader | keyof SetUpReader> {
  return {
    findScimGroup: (id) =>
      scope.db.selectFrom('scimGroups').select(GROUP_COLUMNS).where('id', '=', id).executeTakeFirst(),
    async listScimGroups({ where = EVERYTHING, offset, limit, sort }) {
      const db = scope.longReads
      const matching = db.selectFrom('scimGroups').where(toSql(db, where))
      const direction = sort?.isDescending ? 'desc' : 'asc'
      const [rows, counted] = await Promise.all([
        limit === 0
          ? []
          : matching
              .select(GROUP_COLUMNS)
              .orderBy(orderOf('scimGroups', sort), direction)
              .orderBy('scimGroups.id', direction)
              .limit(limit)
              .offset(offset)
              .execute(),
        matching.select(COUNT).executeTakeFirst(),
      ])
      return { rows, total: numberOf(counted) }
    },
    async countScimMembers(groupIds) {
      if (groupIds.length === 0) return new Map()
      const rows = await scope.longReads
        .selectFrom('scimGroupMembers')
        .select(['groupId', COUNT])
        .where('groupId', 'in', [...groupIds])
        .groupBy('groupId')
        .execute()
      return new Map(rows.map((row) => [row.groupId, numberOf(row)]))
    },
    listScimMembers: (groupIds) => listMembers(scope, groupIds),
  }
}

/**
 * Members first, then what they are called, by their keys: a planner that may not see how many rows are an organisation's
 * joins them row by row.
 */
async function listMembers(
  { longReads }: OrganizationScope,
  groupIds: readonly string[],
): Promise<Map<string, ScimReference[]>> {
  if (groupIds.length === 0) return new Map()
  const members = await longReads
    .selectFrom('scimGroupMembers')
    .select(['groupId as of', 'scimUserId as id'])
    .where('groupId', 'in', [...groupIds])
    .orderBy('scimUserId')
    .execute()
  const ids = [...new Set(members.map(({ id }) => id))]
  const displayOf = new Map<string, string>()
  for (let from = 0; from < ids.length; from += NAMED_AT_ONCE) {
    const rows = await longReads
      .selectFrom('scimUsers')
      .select(['id', 'displayName', 'userName'])
      .where('id', 'in', ids.slice(from, from + NAMED_AT_ONCE))
      .execute()
    for (const { id, displayName, userName } of rows) displayOf.set(id, displayName ?? userName)
  }
  // Who went in between is no member any more.
  return groupBy(
    members.flatMap(({ of, id }) => {
      const display = displayOf.get(id)
      return display === undefined ? [] : [{ of, id, display }]
    }),
  )
}

function createSetUpReader(scope: OrganizationScope): SetUpReader {
  const count = (table: 'scimUsers' | 'scimGroups') =>
    scope.longReads.selectFrom(table).select(COUNT).executeTakeFirst().then(numberOf)
  return {
    pageScimGroups: ({ search, ...request }) => {
      let query = scope.longReads.selectFrom('scimGroups').select(GROUP_COLUMNS)
      if (search) query = query.where(containsText('scimGroups.displayName', search))
      return readPage(query, request, {
        columns: {},
        fallback: 'scimGroups.displayNameKey',
        fallbackDirection: 'asc',
        tieBreaker: 'scimGroups.id',
      })
    },
    async listGroupPlaces(groupIds) {
      if (groupIds.length === 0) return []
      return scope.db
        .selectFrom('scimMappings')
        .innerJoin('workspaces', 'workspaces.id', 'scimMappings.workspaceId')
        .innerJoin('roles', 'roles.id', 'scimMappings.roleId')
        .select(['scimMappings.groupId', 'scimMappings.workspaceId', 'workspaces.name as workspaceName'])
        .select(['scimMappings.roleId', 'roles.name as roleName'])
        .where('scimMappings.groupId', 'in', [...groupIds])
        .where('workspaces.deletedAt', 'is', null)
        .orderBy('workspaces.name')
        .orderBy('scimMappings.workspaceId')
        .execute()
    },
    listScimTokens: () =>
      scope.db.selectFrom('scimTokens').selectAll().orderBy('createdAt', 'desc').orderBy('id').execute(),
    listScimCalls: () =>
      scope.db.selectFrom('scimCalls').selectAll().orderBy('id', 'desc').limit(MOST_CALLS).execute(),
    async countProvisioned() {
      const [users, groups] = await Promise.all([count('scimUsers'), count('scimGroups')])
      return { users, groups }
    },
  }
}
