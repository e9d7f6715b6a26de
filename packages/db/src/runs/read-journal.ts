import type { StepRecord } from '@runnel/contract'
import { type SqlBool, sql } from 'kysely'
import { readSlices } from '../tenant/read-slices.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { readPast } from './read-past.ts'
import { toStepRecord } from './stored-record.ts'

/** Records that are read and parsed at once; each may hold some kilobytes. */
const RECORDS_AT_ONCE = 50

/** Every record of a run, in the order in which they were begun; slice by slice along the key of the table. */
export async function readJournal(db: TenantScope['db'], runId: string): Promise<StepRecord[]> {
  const records = await readSlices<StepRecord>(
    { most: Number.POSITIVE_INFINITY, atOnce: RECORDS_AT_ONCE },
    async (limit, last) => {
      let rows = db.selectFrom('runSteps').selectAll().where('runId', '=', runId)
      if (last) rows = rows.where(sql<SqlBool>`("path", "attempt") > (${last.path}, ${last.attempt})`)
      return (await rows.orderBy('path').orderBy('attempt').limit(limit).execute()).map(toStepRecord)
    },
  )
  const inOrder = records.toSorted(byBeginning)
  const whole = await readPast(
    db,
    inOrder.map((record) => ({ runId, ...record })),
  )
  return whole.map(({ runId: _run, ...record }) => record)
}

/** Of records that were begun in one millisecond, what holds the other comes first, then what ended first. */
function byBeginning(a: StepRecord, b: StepRecord): number {
  return a.startedAt - b.startedAt || depthOf(a) - depthOf(b) || endOf(a) - endOf(b)
}

const depthOf = ({ path }: StepRecord) => path.split('/').length
const endOf = ({ finishedAt }: StepRecord) => finishedAt ?? Number.MAX_SAFE_INTEGER
