import { type FlowType, RunnelError } from '@runnel/contract'
import { matchAny } from '../tenant/match-any.ts'
import { containsText, type Page, type PageQuery, readPage, type SortRules } from '../tenant/page.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { createDraftReader, type DraftReader } from './draft-reader.ts'
import {
  type FlowRow,
  type FlowVersionRow,
  type FlowVersionSummary,
  parseHosts,
  parseRepairs,
  parseViewport,
} from './flow-rows.ts'

/** Filters of a list of flows. */
export interface FlowQuery extends PageQuery {
  type?: FlowType | readonly FlowType[] | undefined
  /** Only flows that this API key protects. */
  apikeyid?: string | undefined
}

/** Reads the flows of one workspace. `find…` gives undefined, `get…` throws `not_found`. */
export interface FlowReader extends DraftReader {
  find(id: string): Promise<FlowRow | undefined>
  get(id: string): Promise<FlowRow>
  /** Sorted by `name`, `updatedDate`, `createdDate` or `type`; newest change first without a wish. */
  list(query: FlowQuery): Promise<Page<FlowRow>>
  findVersion(versionId: string): Promise<FlowVersionRow | undefined>
  getVersion(versionId: string): Promise<FlowVersionRow>
  /** Documents (JSON text) of several versions by version id. */
  findDocuments(versionIds: readonly string[]): Promise<Map<string, string>>
  /** The flow with the version that GET and PUT speak of. */
  getHead(flowId: string): Promise<{ flow: FlowRow; version: FlowVersionRow }>
  /** Saved versions, newest first; without documents. */
  listVersions(flowId: string, query: PageQuery): Promise<Page<FlowVersionSummary>>
}

const flowSort: SortRules = {
  columns: {
    name: { column: 'flows.name', isText: true },
    type: { column: 'flows.type', isText: true },
    updatedDate: { column: 'flows.updatedAt' },
    createdDate: { column: 'flows.createdAt' },
  },
  fallback: 'flows.updatedAt',
  fallbackDirection: 'desc',
  tieBreaker: 'flows.id',
}

const versionSort: SortRules = {
  columns: {},
  fallback: 'flowVersions.number',
  fallbackDirection: 'desc',
  tieBreaker: 'flowVersions.id',
}

/** Makes the reader of flows, versions and drafts. */
export function createFlowReader(scope: TenantScope): FlowReader {
  const { db } = scope
  async function find(id: string): Promise<FlowRow | undefined> {
    const row = await db.selectFrom('flows').selectAll().where('id', '=', id).executeTakeFirst()
    return row && parseViewport(row)
  }

  async function get(id: string): Promise<FlowRow> {
    const flow = await find(id)
    if (!flow) throw new RunnelError('not_found', `Chatflow ${id} not found`)
    return flow
  }

  async function findVersion(versionId: string): Promise<FlowVersionRow | undefined> {
    const row = await db.selectFrom('flowVersions').selectAll().where('id', '=', versionId).executeTakeFirst()
    return row && parseRepairs(parseHosts(row))
  }

  async function getVersion(versionId: string): Promise<FlowVersionRow> {
    const version = await findVersion(versionId)
    if (!version) throw new RunnelError('not_found', `Flow version ${versionId} not found`)
    return version
  }

  return {
    find,
    get,
    findVersion,
    getVersion,
    async list({ type, apikeyid, ...request }) {
      let query = db.selectFrom('flows').selectAll()
      if (type !== undefined) query = query.where(matchAny('flows.type', type))
      if (apikeyid !== undefined) query = query.where('apikeyid', '=', apikeyid)
      if (request.search) query = query.where(containsText('flows.name', request.search))
      const { rows, total } = await readPage(query, request, flowSort)
      return { rows: rows.map(parseViewport), total }
    },
    async findDocuments(versionIds) {
      if (versionIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('flowVersions')
        .select(['id', 'document'])
        .where('id', 'in', versionIds)
        .execute()
      return new Map(rows.map(({ id, document }) => [id, document]))
    },
    async getHead(flowId) {
      const flow = await get(flowId)
      return { flow, version: await getVersion(flow.headVersionId) }
    },
    async listVersions(flowId, request) {
      const query = db
        .selectFrom('flowVersions')
        .select(['id', 'workspaceId', 'flowId', 'number', 'kind', 'documentHash', 'consentedHosts'])
        .select(['createdBy', 'createdAt'])
        .where('flowId', '=', flowId)
        .where('kind', '=', 'saved')
      const { rows, total } = await readPage(query, request, versionSort)
      return { rows: rows.map(parseHosts), total }
    },
    ...createDraftReader(scope),
  }
}
