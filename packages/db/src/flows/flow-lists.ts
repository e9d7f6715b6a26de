import type { FlowType } from '@runnel/contract'
import { matchAny } from '../tenant/match-any.ts'
import { containsText, type Page, type PageQuery, readPage, type SortRules } from '../tenant/page.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { type FlowRow, type FlowVersionSummary, parseFlow, parseHosts } from './flow-rows.ts'

/** Filters of a list of flows. */
export interface FlowQuery extends PageQuery {
  type?: FlowType | readonly FlowType[] | undefined
  /** Those that ask for this key; unless `alone`, also those that ask for none. */
  key?: { id: string; alone: boolean } | undefined
}

/** What stands for a flow where it is only named. */
export type FlowName = Pick<FlowRow, 'id' | 'name'>

type Reads = TenantScope['longReads']

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

/** One page of the flows that are meant. */
export async function listFlows(
  longReads: Reads,
  { type, key, ...request }: FlowQuery,
): Promise<Page<FlowRow>> {
  let query = longReads.selectFrom('flows').selectAll().where('deletedAt', 'is', null)
  if (type !== undefined) query = query.where(matchAny('flows.type', type))
  if (key !== undefined)
    query = query.where(({ eb, or }) =>
      or([
        eb('flows.apikeyid', '=', key.id),
        ...(key.alone ? [] : [eb('flows.apikeyid', 'is', null), eb('flows.apikeyid', '=', '')]),
      ]),
    )
  if (request.search) query = query.where(containsText('flows.name', request.search))
  const { rows, total } = await readPage(query, request, flowSort)
  return { rows: rows.map(parseFlow), total }
}

/** One page of a flow's saved versions, without documents. */
export async function listFlowVersions(
  longReads: Reads,
  flowId: string,
  request: PageQuery,
): Promise<Page<FlowVersionSummary>> {
  const query = longReads
    .selectFrom('flowVersions')
    .select(['id', 'workspaceId', 'flowId', 'number', 'kind', 'documentHash', 'consentedHosts'])
    .select(['createdBy', 'createdAt'])
    .where('flowId', '=', flowId)
    .where('kind', '=', 'saved')
  const { rows, total } = await readPage(query, request, versionSort)
  return { rows: rows.map(parseHosts), total }
}

/** The flows that each of the keys protects, newest change first. */
export async function findFlowsByApiKeys(
  longReads: Reads,
  keyIds: readonly string[],
): Promise<Map<string, FlowName[]>> {
  if (keyIds.length === 0) return new Map()
  const rows = await longReads
    .selectFrom('flows')
    .select(['id', 'name', 'apikeyid'])
    .where(matchAny('flows.apikeyid', keyIds))
    .where('deletedAt', 'is', null)
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy(rows, ({ apikeyid }) => apikeyid ?? '')
}
