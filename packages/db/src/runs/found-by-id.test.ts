import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing.ts'
import { newRun, stepRecord, textEvents } from './runs.fixture.ts'

const RUNS = 60
let testing: TestDatabase
beforeAll(async () => {
  testing = await createTestDatabase('postgres')
})
afterAll(() => testing.drop())

/** How many rows of the runs PostgreSQL read by way of each index, and without one. */
async function countReads(url: string): Promise<Record<string, number>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; count: string }>(
      `select "indexrelname" as name, "idx_tup_read" as count from pg_stat_user_indexes where "relname" = 'runs'
       union all
       select 'none', "seq_tup_read" from pg_stat_user_tables where "relname" = 'runs'`,
    )
    return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))
  } finally {
    await client.end()
  }
}

test('progress of a run on PostgreSQL reads no other run, also before there are statistics', async () => {
  const { database, workspaceId, options } = testing
  if (options.kind !== 'postgres') throw new Error('Not a PostgreSQL.')
  const flow = await database.write(workspaceId, ({ flows }) =>
    flows.insert({ name: 'Flow', type: 'AGENTFLOW' }, { document: '{}', documentHash: 'h' }),
  )
  const progress = database.progress(workspaceId)
  for (let count = 0; count < RUNS; count++) {
    const run = newRun(flow.id, { lease: { owner: 'process-a', until: 5_000 } })
    await progress.accept({ run })
    for (const n of [1, 2]) {
      const records = [stepRecord(`llm_${n}#0`)]
      await progress.append({ runId: run.id, fence: 1, records, events: textEvents(1, n, ['x']) })
    }
  }
  await database.close()
  const reads = await countReads(options.url)
  expect(reads.runsByWorkspace).toBe(0)
  expect(reads.none).toBe(0)
  expect(reads.runs_pkey).toBeGreaterThanOrEqual(RUNS * 2)
})
