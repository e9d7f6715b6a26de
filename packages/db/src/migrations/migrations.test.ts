import { afterEach, describe, expect, test } from 'vitest'
import { openAdapter } from '../adapters/open-adapter.ts'
import { openDatabase } from '../open-database.ts'
import { newRun } from '../runs/runs.fixture.ts'
import {
  createTestDatabase,
  createTestDatabasePlace,
  databaseKinds,
  type TestDatabasePlace,
} from '../testing.ts'
import { allMigrations } from './all-migrations.ts'
import { migrate } from './migrate.ts'

const names = Object.keys(allMigrations)

describe.each(databaseKinds)('migrations on %s', (kind) => {
  let place: TestDatabasePlace | undefined
  afterEach(async () => {
    await place?.drop()
    place = undefined
  })

  async function listTables(options: TestDatabasePlace['options']): Promise<string[]> {
    const adapter = await openAdapter(options)
    try {
      const tables = await adapter.changeSchema((db) => db.introspection.getTables())
      return tables.map(({ name }) => name).toSorted()
    } finally {
      await adapter.close()
    }
  }

  test('are numbered without a gap', () => {
    expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1))
  })

  test('go back to nothing and forward again, with data in every table', async () => {
    const testing = await createTestDatabase(kind)
    const { database, workspaceId, options } = testing
    try {
      const insert = () =>
        database.write(workspaceId, (writer) =>
          writer.flows.insert({ name: 'Flow', type: 'CHATFLOW' }, { document: '{}', documentHash: 'h' }),
        )
      await insert()
      const before = await listTables(options)
      await database.migrateDown('none')
      expect(await listTables(options)).toEqual(['migrationLock', 'migrations'])
      const again = await openDatabase(options)
      expect(await again.system.accounts.countUsers()).toBe(0)
      await again.close()
      expect(await listTables(options)).toEqual(before)
    } finally {
      await testing.drop()
    }
  })

  test('the repairs of imports come to flows that were there before, and their going back keeps the flows', async () => {
    const testing = await createTestDatabase(kind)
    const { database, workspaceId, options } = testing
    const repairs = [{ code: 'text_form', severity: 'repair', message: 'Mark' }] as const
    try {
      const { id } = await database.write(workspaceId, (writer) =>
        writer.flows.insert(
          { name: 'Flow', type: 'CHATFLOW' },
          { document: '{"a":1}', documentHash: 'h', repairs },
        ),
      )
      await database.migrateDown('0001-first-tables')
      const again = await openDatabase(options)
      const { version } = await again.read(workspaceId).flows.getHead(id)
      expect(version).toMatchObject({ document: '{"a":1}', documentHash: 'h', number: 1, repairs: [] })
      await again.close()
    } finally {
      await testing.drop()
    }
  })

  test('deadlines come to runs that wait already, and their going back keeps the runs', async () => {
    const testing = await createTestDatabase(kind)
    const { database, workspaceId, options } = testing
    try {
      const flow = await database.write(workspaceId, (writer) =>
        writer.flows.insert({ name: 'Flow', type: 'AGENTFLOW' }, { document: '{}', documentHash: 'h' }),
      )
      const run = newRun(flow.id, { lease: { owner: 'a', until: 9_000 } })
      await database.progress(workspaceId).accept({ run })
      const question = { waitingPath: 'human_0#0', waitId: 'w', waitDeadlineAt: 5 }
      await database.progress(workspaceId).end({
        runId: run.id,
        fence: 1,
        records: [],
        events: [],
        status: 'waiting',
        messages: [],
        now: 2,
        ...question,
      })
      expect(await database.system.runs.overdueWaits(5, 10)).toEqual([run.id])
      await database.migrateDown('0002-repairs-of-imports')
      const again = await openDatabase(options)
      const kept = { status: 'waiting', waitId: 'w', waitDeadlineAt: null }
      expect(await again.read(workspaceId).runs.get(run.id)).toMatchObject(kept)
      await again.close()
    } finally {
      await testing.drop()
    }
  })

  test('times without an owner come to open runs, which begin to count anew, and their going back keeps the runs', async () => {
    const testing = await createTestDatabase(kind)
    const { database, workspaceId, options } = testing
    try {
      const flow = await database.write(workspaceId, (writer) =>
        writer.flows.insert({ name: 'Flow', type: 'AGENTFLOW' }, { document: '{}', documentHash: 'h' }),
      )
      const accept = async (lease?: { owner: string; until: number }) => {
        const run = newRun(flow.id, { lease, createdAt: 1_000 })
        await database.progress(workspaceId).accept({ run })
        return run.id
      }
      const end = (runId: string, status: 'waiting' | 'finished') =>
        database
          .progress(workspaceId)
          .end({ runId, fence: 1, records: [], events: [], status, messages: [], waitId: 'w', now: 4_000 })
      const lease = { owner: 'a', until: 9_000 }
      const [queued, waiting, ended, dead, givenUp] = [
        await accept(),
        await accept(lease),
        await accept(lease),
        await accept(lease),
        await accept({ owner: 'a', until: 0 }),
      ]
      await end(waiting, 'waiting')
      await end(ended, 'finished')
      await database.migrateDown('0003-deadlines-of-waits')
      const again = await openDatabase(options)
      const find = (id: string) => again.read(workspaceId).runs.get(id)
      expect(await find(queued)).toMatchObject({ status: 'queued', leaseUntil: 1_000, idleMs: 0 })
      expect(await find(waiting)).toMatchObject({ status: 'waiting', leaseUntil: 4_000, idleMs: 3_000 })
      expect(await find(ended)).toMatchObject({ status: 'finished', leaseUntil: null, idleMs: 0 })
      expect(await find(dead)).toMatchObject({ leaseOwner: 'a', leaseUntil: 9_000, idleMs: 0 })
      expect(await find(givenUp)).toMatchObject({ leaseOwner: 'a', leaseUntil: 1_000, idleMs: 0 })
      await again.close()
    } finally {
      await testing.drop()
    }
  })

  test('each can be undone and done again where it stands', async () => {
    place = await createTestDatabasePlace(kind)
    const adapter = await openAdapter(place.options)
    for (const [index, name] of names.entries()) {
      await migrate(adapter, name)
      await migrate(adapter, names[index - 1] ?? 'none')
      await migrate(adapter, name)
    }
    await adapter.close()
    const database = await openDatabase(place.options)
    expect(await database.system.accounts.countUsers()).toBe(0)
    await database.close()
  })

  test('an open database that is opened again keeps its data', async () => {
    place = await createTestDatabasePlace(kind)
    const first = await openDatabase(place.options)
    await first.system.meta.set('key-check', 'abc')
    await first.close()
    const second = await openDatabase(place.options)
    expect(await second.system.meta.get('key-check')).toBe('abc')
    await second.close()
  })
})

test('processes that start at the same time on PostgreSQL migrate once', async () => {
  const place = await createTestDatabasePlace('postgres')
  try {
    const databases = await Promise.all([1, 2, 3].map(() => openDatabase(place.options)))
    await databases[0]?.system.meta.set('a', '1')
    expect(await Promise.all(databases.map(({ system }) => system.meta.get('a')))).toEqual(['1', '1', '1'])
    await Promise.all(databases.map((database) => database.close()))
  } finally {
    await place.drop()
  }
})

test('a schema newer than the program is refused', async () => {
  const place = await createTestDatabasePlace('sqlite')
  try {
    const database = await openDatabase(place.options)
    await database.close()
    const adapter = await openAdapter(place.options)
    await adapter.changeSchema(async (db) => {
      const { sql } = await import('kysely')
      await sql`insert into "migrations" ("name", "timestamp") values ('9999-future', '2099')`.execute(db)
    })
    await adapter.close()
    await expect(openDatabase(place.options)).rejects.toThrow('9999-future')
  } finally {
    await place.drop()
  }
})
