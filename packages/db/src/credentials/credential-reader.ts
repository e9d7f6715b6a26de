import type { Selectable } from 'kysely'
import { matchUsage, type UsageFilter } from '../flows/flow-uses.ts'
import { presentUsable, sortOfView, type Usable } from '../shares/usable-rows.ts'
import { matchAny } from '../tenant/match-any.ts'
import { getFound } from '../tenant/named-rows.ts'
import { containsText, type Page, type PageQuery, readPage } from '../tenant/page.ts'
import { prepareRead, type TenantScope } from '../tenant/tenant-scope.ts'
import type { CredentialTable } from './credential-table.ts'

/** A credential with its sealed envelope. */
export type CredentialRow = Selectable<CredentialTable>

/** A credential without its envelope, for lists. */
export type CredentialSummary = Omit<CredentialRow, 'sealed'>

/** A credential that a workspace may use, with its envelope. */
export type UsableCredential = Usable<CredentialRow>

/** Filters of a list of credentials. */
export interface CredentialQuery extends PageQuery, UsageFilter {
  credentialName?: string | readonly string[] | undefined
  /** Leaves out those of other workspaces. */
  isOwn?: boolean | undefined
}

/**
 * Reads the credentials of one workspace, and those that others share with it. `find…` gives undefined, `get…` throws
 * `not_found`.
 */
export interface CredentialReader {
  /** The workspace's own. */
  find(id: string): Promise<CredentialRow | undefined>
  /** The workspace's own. */
  get(id: string): Promise<CredentialRow>
  /** One that the workspace may use. */
  findUsable(id: string): Promise<UsableCredential | undefined>
  /** Those of the ids that the workspace may use. */
  findIds(ids: readonly string[]): Promise<Set<string>>
  /** Sorted by `name`, `updatedDate` or `createdDate`; newest change first without a wish. */
  list(query: CredentialQuery): Promise<Page<Usable<CredentialSummary>>>
}

/** Databases take a limited number of values in one statement. */
const IDS_AT_ONCE = 1_000

const FIND = prepareRead(['id'], (db: TenantScope['db'], { id }) =>
  db.selectFrom('credentials').selectAll().where('id', '=', id),
)

const FIND_USABLE = prepareRead(['id'], (db: TenantScope['db'], { id }) =>
  db.selectFrom('usableCredentials').selectAll().where('id', '=', id),
)

/** Makes the reader of credentials. */
export function createCredentialReader(scope: TenantScope): CredentialReader {
  const find = async (id: string) => (await scope.read(FIND, { id }))[0]
  return {
    find,
    get: async (id) => getFound(await find(id), 'Credential', id),
    async findUsable(id) {
      const [row] = await scope.read(FIND_USABLE, { id })
      return row && presentUsable(row)
    },
    async findIds(ids) {
      const found = new Set<string>()
      for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
        const some = matchAny('usableCredentials.id', ids.slice(at, at + IDS_AT_ONCE))
        const rows = await scope.db.selectFrom('usableCredentials').select('id').where(some).execute()
        for (const { id } of rows) found.add(id)
      }
      return found
    },
    async list({ credentialName, usage, isOwn, ...request }) {
      let query = scope.longReads
        .selectFrom('usableCredentials')
        .select([
          'id',
          'workspaceId',
          'ownerId',
          'name',
          'credentialName',
          'revision',
          'createdAt',
          'updatedAt',
        ])
      if (credentialName !== undefined) {
        query = query.where(matchAny('usableCredentials.credentialName', credentialName))
      }
      const isWanted = matchUsage(scope.longReads, {
        usage,
        kind: 'credential',
        column: 'usableCredentials.id',
      })
      if (isWanted) query = query.where(isWanted)
      if (request.search) query = query.where(containsText('usableCredentials.name', request.search))
      if (isOwn) query = query.whereRef('usableCredentials.ownerId', '=', 'usableCredentials.workspaceId')
      const { rows, total } = await readPage(query, request, sortOfView('usableCredentials', 'updatedAt'))
      return { rows: rows.map(presentUsable), total }
    },
  }
}
