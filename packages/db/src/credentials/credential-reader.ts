import { RunnelError } from '@runnel/contract'
import type { Selectable } from 'kysely'
import { matchUsage, type UsageFilter } from '../flows/flow-uses.ts'
import { matchAny } from '../tenant/match-any.ts'
import { containsText, type Page, type PageQuery, readPage, type SortRules } from '../tenant/page.ts'
import { prepareRead, type TenantScope } from '../tenant/tenant-scope.ts'
import type { CredentialTable } from './credential-table.ts'

/** A credential with its sealed envelope. */
export type CredentialRow = Selectable<CredentialTable>

/** A credential without its envelope, for lists. */
export type CredentialSummary = Omit<CredentialRow, 'sealed'>

/** Filters of a list of credentials. */
export interface CredentialQuery extends PageQuery, UsageFilter {
  credentialName?: string | readonly string[] | undefined
}

/** Reads the credentials of one workspace. `find…` gives undefined, `get…` throws `not_found`. */
export interface CredentialReader {
  find(id: string): Promise<CredentialRow | undefined>
  get(id: string): Promise<CredentialRow>
  /** Those of the ids that the workspace has. */
  findIds(ids: readonly string[]): Promise<Set<string>>
  /** Sorted by `name`, `updatedDate` or `createdDate`; newest change first without a wish. */
  list(query: CredentialQuery): Promise<Page<CredentialSummary>>
}

/** Databases take a limited number of values in one statement. */
const IDS_AT_ONCE = 1_000

const credentialSort: SortRules = {
  columns: {
    name: { column: 'credentials.name', isText: true },
    updatedDate: { column: 'credentials.updatedAt' },
    createdDate: { column: 'credentials.createdAt' },
  },
  fallback: 'credentials.updatedAt',
  fallbackDirection: 'desc',
  tieBreaker: 'credentials.id',
}

const FIND = prepareRead(['id'], (db: TenantScope['db'], { id }) =>
  db.selectFrom('credentials').selectAll().where('id', '=', id),
)

/** Makes the reader of credentials. */
export function createCredentialReader(scope: TenantScope): CredentialReader {
  const find = async (id: string) => (await scope.read(FIND, { id }))[0]
  return {
    find,
    async get(id) {
      const credential = await find(id)
      if (!credential) throw new RunnelError('not_found', `Credential ${id} not found`)
      return credential
    },
    async findIds(ids) {
      const found = new Set<string>()
      for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
        const some = matchAny('credentials.id', ids.slice(at, at + IDS_AT_ONCE))
        const rows = await scope.db.selectFrom('credentials').select('id').where(some).execute()
        for (const { id } of rows) found.add(id)
      }
      return found
    },
    async list({ credentialName, usage, ...request }) {
      let query = scope.longReads
        .selectFrom('credentials')
        .select(['id', 'workspaceId', 'name', 'credentialName', 'revision', 'createdAt', 'updatedAt'])
      if (credentialName !== undefined) {
        query = query.where(matchAny('credentials.credentialName', credentialName))
      }
      const isWanted = matchUsage(scope.longReads, { usage, kind: 'credential', column: 'credentials.id' })
      if (isWanted) query = query.where(isWanted)
      if (request.search) query = query.where(containsText('credentials.name', request.search))
      return readPage(query, request, credentialSort)
    },
  }
}
