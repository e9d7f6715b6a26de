import {
  compareEventPositions,
  type EventPosition,
  type LoggedEvent,
  RunnelError,
  type RunStatus,
  type StepRecord,
} from '@runnel/contract'
import { type SqlBool, sql } from 'kysely'
import { matchAny } from '../tenant/match-any.ts'
import { containsText, type Page, type PageQuery, readPageOfIds, type SortRules } from '../tenant/page.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { readEnds } from './read-ends.ts'
import { readJournal } from './read-journal.ts'
import type { RunRow, RunSummary } from './run-rows.ts'
import { fillNodeData } from './step-data.ts'
import { fillEvents, toLoggedEvents } from './stored-events.ts'

/** Filters of a list of runs; times are milliseconds since 1970, both ends included. */
export interface RunQuery extends PageQuery {
  id?: string | undefined
  flowId?: string | undefined
  /** Case-insensitive part of the flow's name. */
  flowName?: string | undefined
  sessionId?: string | undefined
  status?: RunStatus | readonly RunStatus[] | undefined
  kind?: string | undefined
  subject?: string | undefined
  chatId?: string | undefined
  from?: number | undefined
  to?: number | undefined
  /** As the reference lists executions: no runs of chat flows and assistants. */
  onlyAgentflows?: boolean | undefined
  /** Gives each run's output, too. */
  withOutput?: boolean | undefined
}

/** One conversation of one caller with one flow. */
export interface SessionKey {
  flowId: string
  sessionId: string
  namespace: string
}

/** Reads the runs of one workspace. `find…` gives undefined, `get…` throws `not_found`. */
export interface RunReader {
  find(id: string): Promise<RunRow | undefined>
  get(id: string): Promise<RunRow>
  /** As `find`, of one narrow column. */
  findStatus(id: string): Promise<RunStatus | undefined>
  /** Newest change first. */
  list(query: RunQuery): Promise<Page<RunSummary>>
  /** Every record, in the order in which they were begun. */
  journal(runId: string): Promise<StepRecord[]>
  /** At most `limit` events that come after the position, in order. */
  events(runId: string, after: EventPosition | undefined, limit: number): Promise<LoggedEvent[]>
  /** Ids of the chat's queued and running runs. */
  findActiveByChat(flowId: string, chatId: string): Promise<string[]>
  /** Ids of some of the flow's queued and running runs, those after an id. */
  findActiveOfFlow(flowId: string, slice: { after: string; limit: number }): Promise<string[]>
  /** As `findActiveOfFlow`, of all flows, stores and tests. */
  findActive(slice: { after: string; limit: number }): Promise<string[]>
  findLatestOfSession(session: SessionKey): Promise<RunRow | undefined>
}

const AGENT_FLOW_TYPES = ['AGENTFLOW', 'MULTIAGENT'] as const

const runSort: SortRules = {
  columns: { createdDate: { column: 'runs.createdAt' }, updatedDate: { column: 'runs.updatedAt' } },
  fallback: 'runs.updatedAt',
  fallbackDirection: 'desc',
  tieBreaker: 'runs.id',
}

/** Makes the reader of runs, their journal and events. */
export function createRunReader(scope: TenantScope): RunReader {
  const { db } = scope
  const find = async (id: string) => {
    const run = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst()
    return run && (await withNodeData(db, [run]))[0]
  }
  const ofSession = ({ flowId, sessionId, namespace }: SessionKey) =>
    db
      .selectFrom('runs')
      .selectAll()
      .where('flowId', '=', flowId)
      .where('sessionId', '=', sessionId)
      .where('namespace', '=', namespace)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)

  return {
    find,
    async get(id) {
      const run = await find(id)
      if (!run) throw new RunnelError('not_found', `Execution ${id} not found`)
      return run
    },
    async findStatus(id) {
      const row = await db.selectFrom('runs').select('status').where('id', '=', id).executeTakeFirst()
      return row?.status
    },
    list: (query) => listRuns(scope, query),
    journal: (runId) => readJournal(db, runId),
    events: (runId, after, limit) => readEvents(scope, { runId, after, limit }),
    async findActiveByChat(flowId, chatId) {
      const rows = await db
        .selectFrom('runs')
        .select('id')
        .where('flowId', '=', flowId)
        .where('chatId', '=', chatId)
        .where('endedAt', 'is', null)
        .where('status', 'in', ['queued', 'running'])
        .execute()
      return rows.map(({ id }) => id)
    },
    findActiveOfFlow: (flowId, slice) => listIds(activeRuns(db, slice).where('flowId', '=', flowId)),
    findActive: (slice) => listIds(activeRuns(db, slice)),
    findLatestOfSession: (session) => ofSession(session).executeTakeFirst(),
  }
}

const activeRuns = (db: TenantScope['db'], { after, limit }: { after: string; limit: number }) =>
  db
    .selectFrom('runs')
    .select('id')
    .where('endedAt', 'is', null)
    .where('status', 'in', ['queued', 'running'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)

async function listIds(query: { execute(): Promise<{ id: string }[]> }): Promise<string[]> {
  return (await query.execute()).map(({ id }) => id)
}

/** The ids of the runs that a list is asked for: every condition is about a column of the index `runsList`. */
function matchRuns({ longReads }: TenantScope, query: RunQuery) {
  const { status, flowName, onlyAgentflows } = query
  const equalTo: [string, string | undefined][] = [
    ['runs.id', query.id],
    ['runs.flowId', query.flowId],
    ['runs.sessionId', query.sessionId],
    ['runs.chatId', query.chatId],
    ['runs.kind', query.kind],
    ['runs.subject', query.subject],
  ]
  let matching = longReads.selectFrom('runs').select('runs.id')
  for (const [column, value] of equalTo) {
    if (value !== undefined) matching = matching.where(sql<SqlBool>`${sql.ref(column)} = ${value}`)
  }
  if (status !== undefined) matching = matching.where(matchAny('runs.status', status))
  if (query.from !== undefined) matching = matching.where('runs.createdAt', '>=', query.from)
  if (query.to !== undefined) matching = matching.where('runs.createdAt', '<=', query.to)
  matching = matching.where(({ eb, or, selectFrom }) => {
    const deleted = selectFrom('flows').select('flows.id').where('flows.deletedAt', 'is not', null)
    return or([eb('runs.flowId', 'is', null), eb('runs.flowId', 'not in', deleted)])
  })
  if (!flowName && !onlyAgentflows) return matching
  return matching.where('runs.flowId', 'in', ({ selectFrom }) => {
    let flows = selectFrom('flows').select('flows.id')
    if (flowName) flows = flows.where(containsText('flows.name', flowName))
    return onlyAgentflows ? flows.where('flows.type', 'in', AGENT_FLOW_TYPES) : flows
  })
}

function listRuns(scope: TenantScope, query: RunQuery): Promise<Page<RunSummary>> {
  return readPageOfIds(matchRuns(scope, query), query, {
    rules: runSort,
    readRows: (ids) => readSummaries(scope, ids, query.withOutput ?? false),
  })
}

/** The runs come first: a database that began with the flows would read all their runs. */
async function readSummaries(
  { longReads }: TenantScope,
  ids: string[],
  withOutput: boolean,
): Promise<RunSummary[]> {
  const summaries = await longReads
    .selectFrom('runs')
    .leftJoin('flows', 'flows.id', 'runs.flowId')
    .select(['runs.id', 'runs.workspaceId', 'runs.flowId', 'runs.versionId', 'runs.kind', 'runs.chatType'])
    .select(['runs.chatId', 'runs.sessionId', 'runs.namespace', 'runs.messageId', 'runs.status'])
    .select(['runs.error', 'runs.subject', 'runs.takeovers', 'runs.stopRequestedAt'])
    .select(['runs.leaseOwner', 'runs.leaseUntil', 'runs.fence', 'runs.streaming', 'runs.isPublic'])
    .select(['runs.createdAt', 'runs.updatedAt', 'runs.startedAt', 'runs.endedAt'])
    .select(['flows.name as flowName', 'flows.type as flowType'])
    .$if(withOutput, (query) => query.select('runs.output'))
    .where('runs.id', 'in', ids)
    .execute()
  return withOutput ? withNodeData(longReads, summaries) : summaries
}

/** Runs whose output is as it was told. */
function withNodeData<R extends { id: string; output?: string | null | undefined }>(
  db: TenantScope['db'],
  runs: R[],
): Promise<R[]> {
  return fillNodeData(runs, (runIds, paths) => readEnds(db, runIds, paths))
}

async function readEvents(
  { db }: TenantScope,
  { runId, after, limit }: { runId: string; after: EventPosition | undefined; limit: number },
): Promise<LoggedEvent[]> {
  let query = db
    .selectFrom('runEvents')
    .select(['fence', 'firstN', 'events'])
    .where('runId', '=', runId)
    .orderBy('fence')
    .orderBy('firstN')
    .limit(limit)
  if (after) {
    const { fence, n } = after
    query = query.where((where) =>
      where.or([where('fence', '>', fence), where.and([where('fence', '=', fence), where('lastN', '>', n)])]),
    )
  }
  const events = (await query.execute()).flatMap(toLoggedEvents)
  const wanted = after ? events.filter((event) => compareEventPositions(event, after) > 0) : events
  return fillEvents(wanted.slice(0, limit), {
    readEnds: (paths) => readEnds(db, [runId], paths),
    readRun: () => db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirst(),
  })
}
