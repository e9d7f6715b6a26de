import { afterEach, describe, expect, test } from 'vitest'
import { openAdapter } from '../adapters/open-adapter.ts'
import { openDatabase } from '../open-database.ts'
import { keptSealedTables, shortLivedSealedTables } from '../sealed-tables.ts'
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

  test('every table with a sealed column is one that a new key renews, or is named as short-lived', async () => {
    place = await createTestDatabasePlace(kind)
    await (await openDatabase(place.options)).close()
    const adapter = await openAdapter(place.options)
    try {
      const tables = await adapter.changeSchema((db) => db.introspection.getTables())
      const sealed = tables.filter(
        ({ isView, columns }) => !isView && columns.some(({ name }) => name === 'sealed'),
      )
      expect(sealed.map(({ name }) => name).toSorted()).toEqual(
        [...keptSealedTables, ...shortLivedSealedTables].toSorted(),
      )
    } finally {
      await adapter.close()
    }
  })

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
