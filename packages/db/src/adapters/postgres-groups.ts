import type { Pool } from 'pg'
import type { Statement, StatementResult } from './adapter.ts'
import { isConnectionError } from './is-connection-error.ts'
import { mapDatabaseError } from './map-database-error.ts'
import { sendOnAny } from './postgres-statement.ts'
import { createTurns } from './turns.ts'

/** Sends statements that are each a whole transaction; those of one moment share one, and its round trip. */
export interface StatementGroups {
  /**
   * Resolves after the commit; `settings` fixes the tenant for this statement. `lockId` names the row that it locks
   * until then: a group locks in the order of the ids, as everybody does, or two of them could wait for each other.
   */
  send(settings: Statement, statement: Statement, lockId?: string): Promise<StatementResult>
}

interface Job {
  settings: Statement
  statement: Statement
  lockId: string
  settle(result: StatementResult): void
  fail(error: unknown): void
}

const MAX_GROUP = 100

const byLockId = (a: Job, b: Job) => (a.lockId < b.lockId ? -1 : Number(a.lockId > b.lockId))

const isSameScope = (a: Statement, b: Statement) =>
  a.sql === b.sql && a.parameters.every((value, index) => value === b.parameters[index])

/** Puts the tenant's settings in front of each statement whose tenant is not that of the one before. */
function withSettings(jobs: readonly Job[]): { statements: Statement[]; places: number[] } {
  const statements: Statement[] = []
  const places: number[] = []
  let last: Statement | undefined
  for (const { settings, statement } of jobs) {
    if (!last || !isSameScope(last, settings)) statements.push(settings)
    last = settings
    places.push(statements.push(statement) - 1)
  }
  return { statements, places }
}

function getResult(results: readonly StatementResult[], place: number | undefined): StatementResult {
  const result = place === undefined ? undefined : results[place]
  if (!result) throw new Error('PostgreSQL answered fewer statements than were sent.')
  return result
}

function failAll(jobs: readonly Job[], error: unknown): void {
  const told = mapDatabaseError(error)
  for (const job of jobs) job.fail(told)
}

/**
 * How long a group is waited for before the next sets out beside it, in milliseconds: what is asked for meanwhile
 * shares one round trip, and a slow group holds up its neighbours no longer than this.
 */
const BESIDE_AFTER_MS = 3

/** How statements are grouped. */
interface GroupOptions {
  /** Groups under way at a time, at most. */
  underWay: number
  /** Statements of a group at most. */
  together?: number
  /** Longest wait for the server's answer, in milliseconds. */
  silenceMs: number
  besideAfterMs?: number
}

/**
 * Group commit over one round trip: the statements of a group are one implicit transaction. When one of them fails,
 * none is kept, and each is sent again alone, so that only the one at fault is refused.
 */
export function createStatementGroups(
  pool: Pool,
  { underWay: mostUnderWay, together = MAX_GROUP, silenceMs, besideAfterMs = BESIDE_AFTER_MS }: GroupOptions,
): StatementGroups {
  let queue: Job[] = []
  let underWay = 0
  let besideAt = 0
  let isNext = false
  let isWaiting = false
  const turns = createTurns()

  async function sendGroup(jobs: Job[]): Promise<void> {
    const { statements, places } = withSettings(jobs)
    const results = await sendOnAny(pool, statements, silenceMs)
    for (const [index, job] of jobs.entries()) job.settle(getResult(results, places[index]))
  }

  async function deliver(jobs: Job[]): Promise<void> {
    try {
      await sendGroup(jobs)
    } catch (error) {
      if (jobs.length > 1 && !isConnectionError(error)) await deliverOneByOne(jobs)
      else failAll(jobs, error)
    }
  }

  async function deliverOneByOne(jobs: Job[]): Promise<void> {
    for (const job of jobs) await deliver([job])
  }

  function pump(): void {
    isNext = false
    while (queue.length > 0 && underWay < mostUnderWay) {
      underWay += 1
      besideAt = performance.now() + besideAfterMs
      const group = queue.slice(0, together).sort(byLockId)
      queue = queue.slice(together)
      void deliver(group).finally(() => {
        underWay -= 1
        schedule()
      })
    }
  }

  /**
   * What is asked for in the same turn goes together, unless the turn is a long one; and what is asked for while a
   * quick group is under way.
   */
  function schedule(): void {
    if (isNext) turns.look()
    if (isNext || queue.length === 0 || underWay >= mostUnderWay) return
    const waitMs = underWay === 0 || together === 1 ? 0 : besideAt - performance.now()
    if (waitMs > 0) {
      scheduleAfter(waitMs)
      return
    }
    isNext = true
    void turns.end().then(pump)
  }

  function scheduleAfter(waitMs: number): void {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      schedule()
    }, waitMs)
  }

  return {
    send: (settings, statement, lockId = '') =>
      new Promise((settle, fail) => {
        queue.push({ settings, statement, lockId, settle, fail })
        schedule()
      }),
  }
}
