import { type Kysely, sql } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'
import { type Lane, pickInTurn, sortByTurn, type WaitingRun } from './pick-in-turn.ts'

/** What is read for each run that is taken: most of it may be of the lanes that have their turn. */
const READ_PER_RUN = 4

/** Workspaces whose lanes are read by one statement. */
const PLACES_AT_ONCE = 20

const LANE = sql.raw(`coalesce("flowId", "subject", '')`)
/** So many owners in a row have died of a run before it is suspected to be the cause; the index of those that wait knows it. */
export const SUSPECT_AFTER = 3

/** What a line of runs is of, by its column, in the words of the index that holds those that wait. */
const KINDS = [
  { column: sql.raw('"flowId"'), waits: sql.raw(`"status" = 'queued' and "takeovers" < ${SUSPECT_AFTER}`) },
  {
    column: sql.raw('"subject"'),
    waits: sql.raw(`"status" = 'queued' and "takeovers" < ${SUSPECT_AFTER} and "flowId" is null`),
  },
] as const

interface LaneFound extends Lane {
  since: number
  kind: (typeof KINDS)[number]
}

interface Finding {
  now: number
  limit: number
}

/**
 * Ids of runs that could be claimed now, those first whose turn it is: of the workspace of which the fewest run, of its
 * flow (or document store) of which the fewest run, the one that has waited longest; suspects are left out. What it
 * costs depends on how many flows have runs that wait, and not on how many wait.
 */
export async function findInTurn(db: Kysely<DatabaseSchema>, { now, limit }: Finding): Promise<string[]> {
  const [left, ...found] = await Promise.all([
    listLeft(db, { now, limit: limit * READ_PER_RUN }),
    ...KINDS.map((kind) => listLanes(db, kind)),
  ])
  const lanes = found.flat()
  const several = new Set([...lanes, ...left].map(({ workspaceId, lane }) => `${workspaceId} ${lane}`)).size
  const running = several > 1 ? await countRunning(db, now) : []
  const next = sortByTurn(lanes, running).slice(0, limit)
  const queued = await listQueued(db, next, Math.min(limit, Math.ceil((limit * READ_PER_RUN) / next.length)))
  return pickInTurn([...left, ...queued], { running, limit })
}

/** The workspaces in which runs wait, each found by a jump over all that stand in the one before. */
async function listPlaces(db: Kysely<DatabaseSchema>, { waits }: LaneFound['kind']): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive places("id") as (
      select min("workspaceId") from "runs" where ${waits}
      union all
      select (select min("workspaceId") from "runs" where ${waits} and "workspaceId" > places."id")
        from places where places."id" is not null)
    select "id" from places where "id" is not null`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The lanes in which runs wait, found in the same way. For some workspaces at once, each by itself: what PostgreSQL takes
 * for a large statement it compiles first, which lasts a hundred times as long as to do it.
 */
async function listLanes(db: Kysely<DatabaseSchema>, kind: LaneFound['kind']): Promise<LaneFound[]> {
  const { column, waits } = kind
  const places = await listPlaces(db, kind)
  const found: LaneFound[] = []
  for (let from = 0; from < places.length; from += PLACES_AT_ONCE) {
    const parts = places.slice(from, from + PLACES_AT_ONCE).map((place) => {
      const here = sql`${waits} and "workspaceId" = ${place}`
      return sql`select * from (
        with recursive lanes("lane") as (
          select min(${column}) from "runs" where ${here}
          union all
          select (select min(${column}) from "runs" where ${here} and ${column} > lanes."lane")
            from lanes where lanes."lane" is not null)
        select ${place} as "workspaceId", "lane",
            (select min("updatedAt") from "runs" where ${here} and ${column} = lanes."lane") as "since"
          from lanes where "lane" is not null) as waiting`
    })
    const { rows } = await sql<Lane & { since: number }>`${sql.join(parts, sql` union all `)}`.execute(db)
    found.push(...rows.map((row) => ({ ...row, kind })))
  }
  return found
}

/** Runs whose owners are gone, some of each lane. */
async function listLeft(db: Kysely<DatabaseSchema>, { now, limit }: Finding): Promise<WaitingRun[]> {
  const { rows } = await sql<WaitingRun>`
    select "id", "workspaceId", "lane", "since" from (
      select "id", "workspaceId", ${LANE} as "lane", "updatedAt" as "since",
          row_number() over (partition by "workspaceId", ${LANE} order by "updatedAt") as "turn"
        from "runs" where "endedAt" is null and "status" = 'running' and "leaseUntil" <= ${now}
          and "takeovers" < ${SUSPECT_AFTER}) as waiting
      order by "turn", "since" limit ${limit}`.execute(db)
  return rows
}

async function countRunning(db: Kysely<DatabaseSchema>, now: number): Promise<(Lane & { count: number })[]> {
  const { rows } = await sql<Lane & { count: number | string }>`
    select "workspaceId", ${LANE} as "lane", count(*) as "count" from "runs"
      where "endedAt" is null and "status" = 'running' and "leaseUntil" > ${now} group by 1, 2`.execute(db)
  return rows.map(({ count, ...lane }) => ({ ...lane, count: Number(count) }))
}

/** The first that wait in each of these lanes. */
async function listQueued(
  db: Kysely<DatabaseSchema>,
  lanes: readonly LaneFound[],
  perLane: number,
): Promise<WaitingRun[]> {
  if (lanes.length === 0) return []
  const parts = lanes.map(
    ({ workspaceId, lane, kind: { column, waits } }) => sql`select * from (
      select "id", "workspaceId", ${column} as "lane", "updatedAt" as "since" from "runs"
        where ${waits} and "workspaceId" = ${workspaceId} and ${column} = ${lane}
        order by "updatedAt" limit ${perLane}) as waiting`,
  )
  const { rows } = await sql<WaitingRun>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}
