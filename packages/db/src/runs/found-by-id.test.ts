import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database.ts'
import type { FlowRow } from '../flows/flow-rows.ts'
import { openDatabase } from '../open-database.ts'
import { createTestDatabase, type TestDatabase } from '../testing.ts'
import { newRun, stepRecord, textEvents } from './runs.fixture.ts'

const ROWS = 60
let testing: TestDatabase
let client: Client
beforeAll(async () => {
  testing = await createTestDatabase('postgres')
  if (testing.options.kind !== 'postgres') throw new Error('Not a PostgreSQL.')
  await testing.database.close()
  client = new Client({ connectionString: testing.options.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await testing.drop()
})

/** How many rows of a table PostgreSQL read by way of each index, and without one. */
async function countReads(table: string): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; count: string }>(
    `select "indexrelname" as name, "idx_tup_read" as count from pg_stat_user_indexes where "relname" = $1
     union all
     select 'none', "seq_tup_read" from pg_stat_user_tables where "relname" = $1`,
    [table],
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))
}

/** Works with a connection of its own, whose end tells PostgreSQL's counters what it read. */
async function countDuring(work: (database: Database) => Promise<void>): Promise<void> {
  await client.query('select pg_stat_reset()')
  const database = await openDatabase(testing.options)
  await work(database)
  await database.close()
  // A connection that ends tells what it read a moment after its client has gone.
  const others = `select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  await expect.poll(async () => (await client.query(others)).rowCount).toBe(0)
}

test('progress of a run on PostgreSQL reads no other run, also before there are statistics', async () => {
  const { workspaceId } = testing
  await countDuring(async (database) => {
    const flow = await database.write(workspaceId, ({ flows }) =>
      flows.insert({ name: 'Flow', type: 'AGENTFLOW' }, { document: '{}', documentHash: 'h' }),
    )
    const progress = database.progress(workspaceId)
    for (let count = 0; count < ROWS; count++) {
      const run = newRun(flow.id, { lease: { owner: 'process-a', until: 5_000 } })
      await progress.accept({ run })
      for (const n of [1, 2]) {
        const records = [stepRecord(`llm_${n}#0`)]
        await progress.append({ runId: run.id, fence: 1, records, events: textEvents(1, n, ['x']) })
      }
    }
  })
  const reads = await countReads('runs')
  expect(reads.runsList).toBe(0)
  expect(reads.none).toBe(0)
  expect(reads.runs_pkey).toBeGreaterThanOrEqual(ROWS * 2)
})

test('a row that is named by its id is found by it, among many of the same workspace', async () => {
  const { workspaceId } = testing
  const made: { flow: FlowRow; runId: string }[] = []
  await countDuring(async (database) => {
    for (let count = 0; count < ROWS; count++) {
      const flow = await database.write(workspaceId, ({ flows }) =>
        flows.insert({ name: `Flow ${count}`, type: 'AGENTFLOW' }, { document: '{}', documentHash: 'h' }),
      )
      const run = newRun(flow.id)
      await database.progress(workspaceId).accept({ run })
      made.push({ flow, runId: run.id })
    }
  })
  await countDuring(async (database) => {
    const { flows, runs } = database.read(workspaceId)
    for (const { flow, runId } of made) {
      await flows.getHead(flow.id)
      await runs.get(runId)
      await database.write(workspaceId, (writer) => writer.flows.update(flow.id, { name: 'New' }))
      await database.write(workspaceId, (writer) => writer.runs.setPublic(runId, true))
    }
  })
  const ofFlows = await countReads('flows')
  const ofRuns = await countReads('runs')
  expect([ofFlows.flowsByWorkspace, ofFlows.none, ofRuns.runsList, ofRuns.none]).toEqual([0, 0, 0, 0])
  const byId = [ofFlows.flows_pkey, ofFlows.flows_id_workspaceId_key].map(Number)
  expect(byId.reduce((a, b) => a + b)).toBeGreaterThanOrEqual(ROWS * 2)
})
