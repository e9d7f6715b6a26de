import { type FlowUse, RunnelError } from '@runnel/contract'
import { matchAny } from '../tenant/match-any.ts'
import type { Page, PageQuery } from '../tenant/page.ts'
import { prepareRead, type TenantScope } from '../tenant/tenant-scope.ts'
import {
  type FlowName,
  type FlowQuery,
  findFlowsByApiKeys,
  listFlows,
  listFlowVersions,
} from './flow-lists.ts'
import {
  type FlowChangeRow,
  type FlowDraftRow,
  type FlowRow,
  type FlowVersionRow,
  type FlowVersionSummary,
  parseChange,
  parseFlow,
  parseHosts,
  parseRepairs,
  parseViewport,
} from './flow-rows.ts'
import { findUsage, findUsingTags, type Usage } from './flow-uses.ts'

/** Which part of a flow's change feed is wanted. */
interface FlowFeed {
  flowId: string
  /** Absent: saves only. */
  userId?: string | undefined
  after: number
  limit: number
}

/** Reads unsaved work and the change feeds of flows. */
interface DraftReader {
  findDraft(flowId: string, userId: string): Promise<FlowDraftRow | undefined>
  /** The changes of a draft after a number of the feed, oldest first. */
  listDraftChanges(draft: Pick<FlowDraftRow, 'flowId' | 'userId'>, after: number): Promise<FlowChangeRow[]>
  /** Entries of a flow's feed after a number, oldest first: every save, and what this user added to a draft. */
  listChanges(feed: FlowFeed): Promise<FlowChangeRow[]>
}

/** Makes the reader of drafts and change feeds. */
function createDraftReader(scope: TenantScope): DraftReader {
  return {
    async findDraft(flowId, userId) {
      const row = await scope.db
        .selectFrom('flowDrafts')
        .selectAll()
        .where('flowId', '=', flowId)
        .where('userId', '=', userId)
        .executeTakeFirst()
      return row && parseViewport(row)
    },
    async listDraftChanges({ flowId, userId }, after) {
      const rows = await scope.db
        .selectFrom('flowChanges')
        .selectAll()
        .where('flowId', '=', flowId)
        .where('draftOf', '=', userId)
        .where('sequence', '>', after)
        .orderBy('sequence')
        .execute()
      return rows.map(parseChange)
    },
    async listChanges({ flowId, userId, after, limit }) {
      const rows = await scope.db
        .selectFrom('flowChanges')
        .selectAll()
        .where('flowId', '=', flowId)
        .where('sequence', '>', after)
        .where(({ eb, or }) =>
          or([eb('draftOf', 'is', null), ...(userId === undefined ? [] : [eb('draftOf', '=', userId)])]),
        )
        .orderBy('sequence')
        .limit(limit)
        .execute()
      return rows.map(parseChange)
    },
  }
}

/** Reads the flows of one workspace. `find…` gives undefined, `get…` throws `not_found`. */
export interface FlowReader extends DraftReader {
  find(id: string): Promise<FlowRow | undefined>
  get(id: string): Promise<FlowRow>
  /** Sorted by `name`, `updatedDate`, `createdDate` or `type`; newest change first without a wish. */
  list(query: FlowQuery): Promise<Page<FlowRow>>
  /** The saved and published flows that use each of the targets; what none uses is absent. */
  findUsage(kind: FlowUse['kind'], targets: readonly string[]): Promise<Map<string, Usage>>
  /** Tags of documents that the saved and published flows carry which use the target, each once. */
  findUsingTags(kind: FlowUse['kind'], target: string): Promise<string[]>
  /** Ids and names of the flows that each of these API keys protects, newest change first. */
  findByApiKeys(keyIds: readonly string[]): Promise<Map<string, FlowName[]>>
  findVersion(versionId: string): Promise<FlowVersionRow | undefined>
  getVersion(versionId: string): Promise<FlowVersionRow>
  /** Those of the ids that the workspace has. */
  findIds(ids: readonly string[]): Promise<Set<string>>
  /** Documents (JSON text) of several versions by version id. */
  findDocuments(versionIds: readonly string[]): Promise<Map<string, string>>
  /** The flow with the version that GET and PUT speak of. */
  getHead(flowId: string): Promise<{ flow: FlowRow; version: FlowVersionRow }>
  /** Saved versions, newest first; without documents. */
  listVersions(flowId: string, query: PageQuery): Promise<Page<FlowVersionSummary>>
}

/** No flow runs so many others; databases take a limited number of values in one statement. */
const IDS_AT_ONCE = 1_000

const FIND_FLOW = prepareRead(['id'], (db: TenantScope['db'], { id }) =>
  db.selectFrom('flows').selectAll().where('id', '=', id).where('deletedAt', 'is', null),
)
const FIND_VERSION = prepareRead(['versionId'], (db: TenantScope['db'], { versionId }) =>
  db.selectFrom('flowVersions').selectAll().where('id', '=', versionId),
)

/** Makes the reader of flows, versions and drafts. */
export function createFlowReader(scope: TenantScope): FlowReader {
  async function find(id: string): Promise<FlowRow | undefined> {
    const [row] = await scope.read(FIND_FLOW, { id })
    return row && parseFlow(row)
  }

  async function get(id: string): Promise<FlowRow> {
    const flow = await find(id)
    if (!flow) throw new RunnelError('not_found', `Chatflow ${id} not found`)
    return flow
  }

  async function findVersion(versionId: string): Promise<FlowVersionRow | undefined> {
    const [row] = await scope.read(FIND_VERSION, { versionId })
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
    list: (query) => listFlows(scope.longReads, query),
    findUsage: (kind, targets) => findUsage(scope.longReads, kind, targets),
    findUsingTags: (kind, target) => findUsingTags(scope, kind, target),
    findByApiKeys: (keyIds) => findFlowsByApiKeys(scope.longReads, keyIds),
    async findIds(ids) {
      if (ids.length === 0) return new Set()
      const { db } = scope
      const isMeant = matchAny('flows.id', ids.slice(0, IDS_AT_ONCE))
      const rows = await db
        .selectFrom('flows')
        .select('id')
        .where('deletedAt', 'is', null)
        .where(isMeant)
        .execute()
      return new Set(rows.map(({ id }) => id))
    },
    async findDocuments(versionIds) {
      if (versionIds.length === 0) return new Map()
      const rows = await scope.longReads
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
    listVersions: (flowId, request) => listFlowVersions(scope.longReads, flowId, request),
    ...createDraftReader(scope),
  }
}
