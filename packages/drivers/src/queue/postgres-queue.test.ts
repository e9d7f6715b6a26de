import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { findNotifyChannel, openPostgresQueue } from './postgres-queue.ts'
import { describeRunQueue } from './run-queue.behaviour.ts'

let database: TestDatabase
let schemas = 0

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

function freshSchema(): string {
  schemas += 1
  return `queue_${schemas}`
}

describeRunQueue('on PostgreSQL', () =>
  openPostgresQueue({ connectionString: database.connectionString, schema: freshSchema() }),
)

test('listens on the channel that pg-boss notifies', async () => {
  const schema = freshSchema()
  const queue = await openPostgresQueue({ connectionString: database.connectionString, schema })
  const boss = new PgBoss({
    connectionString: database.connectionString,
    schema,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  const heard: string[] = []
  const channel = await findNotifyChannel(boss, schema)
  const handle = await boss.getDb().listen?.(
    channel,
    (payload) => heard.push(payload),
    () => undefined,
  )
  await queue.send('run', 'a')
  await expect.poll(() => heard).toEqual(['runs'])
  await handle?.close()
  await boss.stop({ graceful: false })
  await queue.stop()
})

test('a clock that was set back by a year leaves no timer that fires without a pause', async () => {
  const now = Date.now
  const ahead = vi.spyOn(Date, 'now').mockImplementation(() => now() + 365 * 24 * 3_600_000)
  const queue = await openPostgresQueue({
    connectionString: database.connectionString,
    schema: freshSchema(),
    superviseSeconds: 1,
  })
  ahead.mockRestore()
  const timeouts = vi.spyOn(globalThis, 'setTimeout')
  await pause(1_500)
  const beyond = timeouts.mock.calls.filter(([, milliseconds = 0]) => milliseconds > 2 ** 31)
  timeouts.mockRestore()
  await queue.stop()
  expect(beyond).toHaveLength(0)
})

test('a job sent in another process is taken, and by one worker only', async () => {
  const options = { connectionString: database.connectionString, schema: freshSchema() }
  const [sender, first, second] = [
    await openPostgresQueue(options),
    await openPostgresQueue(options),
    await openPostgresQueue(options),
  ]
  const got: string[] = []
  const take = async ({ id }: { id: string }) => {
    got.push(id)
  }
  await first.start(take, { slots: 4 })
  await second.start(take, { slots: 4 })
  const ids = Array.from({ length: 60 }, (_, n) => String(n))
  await Promise.all(ids.map((id) => sender.send('run', id)))
  await expect.poll(() => got.length, { timeout: 15_000 }).toBe(60)
  expect(got.toSorted()).toEqual(ids.toSorted())
  for (const queue of [sender, first, second]) await queue.stop()
})

test('cut connections are repaired, and nothing is lost', async () => {
  const queue = await openPostgresQueue({
    connectionString: database.connectionString,
    schema: freshSchema(),
  })
  const got: string[] = []
  await queue.start(
    async ({ id }) => {
      got.push(id)
    },
    { slots: 1 },
  )
  await queue.send('run', 'before')
  await expect.poll(() => got).toContain('before')
  expect(await database.cutConnections('runnel-queue')).toBeGreaterThanOrEqual(2)
  await expect
    .poll(() =>
      queue.send('run', 'after').then(
        () => 'sent',
        () => 'failed',
      ),
    )
    .toBe('sent')
  await expect.poll(() => got).toContain('after')
  await queue.stop()
})

test('the job of a killed worker comes back', { timeout: 60_000 }, async () => {
  const options = { connectionString: database.connectionString, schema: freshSchema() }
  const queue = await openPostgresQueue({ ...options, heartbeatSeconds: 10, superviseSeconds: 1 })
  const worker = fork(join(import.meta.dirname, 'hold-job.fixture.ts'), [
    options.connectionString,
    options.schema,
  ])
  const taken = once(worker, 'message')
  await queue.send('run', 'held')
  expect(await taken).toEqual([{ kind: 'run', id: 'held' }, undefined])
  worker.kill('SIGKILL')
  const got: string[] = []
  await queue.start(
    async ({ id }) => {
      got.push(id)
    },
    { slots: 1 },
  )
  await expect.poll(() => got, { timeout: 45_000 }).toEqual(['held'])
  await queue.stop()
})

test('a database that is not there is an error at the start', async () => {
  const connectionString = 'postgres://postgres@127.0.0.1:1/none'
  await expect(openPostgresQueue({ connectionString })).rejects.toThrow(/ECONNREFUSED/)
})
