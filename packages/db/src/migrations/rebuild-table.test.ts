import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DatabaseAdapter } from '../adapters/adapter.ts'
import { openAdapter } from '../adapters/open-adapter.ts'
import { createTestDatabasePlace, type TestDatabasePlace } from '../testing.ts'
import { rebuildTable } from './rebuild-table.ts'

const FIRST = [
  `create table "parents" ("id" text primary key, "name" text not null unique, "kind" text not null)`,
  `create index "parentsByKind" on "parents" ("kind", "id")`,
  `create table "children" ("id" text primary key, "parentId" text not null references "parents" ("id") on delete cascade)`,
  `insert into "parents" values ('p', 'Ada', 'one')`,
  `insert into "children" values ('c', 'p')`,
]
const NEXT = {
  definition: `"id" text primary key, "name" text not null, "kind" text not null, "more" text`,
  columns: ['id', 'name', 'kind'],
}

let place: TestDatabasePlace
let adapter: DatabaseAdapter
beforeEach(async () => {
  place = await createTestDatabasePlace('sqlite')
  adapter = await openAdapter(place.options)
  await adapter.changeSchema(async (db) => {
    for (const text of FIRST) await sql.raw(text).execute(db)
  })
})
afterEach(async () => {
  await adapter.close()
  await place.drop()
})

const run = (text: string) => adapter.write({ kind: 'system' }, (db) => sql.raw(text).execute(db))
const rebuild = (db: unknown, next = NEXT) => rebuildTable(db as Kysely<unknown>, 'parents', next)

test('a table made anew keeps its rows, its indexes, and what refers to it', async () => {
  await adapter.changeSchema((db) => rebuild(db))
  expect((await run(`select * from "parents"`)).rows).toEqual([
    { id: 'p', name: 'Ada', kind: 'one', more: null },
  ])
  expect((await run(`select * from "children"`)).rows).toEqual([{ id: 'c', parentId: 'p' }])
  expect(
    (await run(`select "name" from "sqlite_schema" where "tbl_name" = 'parents' and "sql" like '%index%'`))
      .rows,
  ).toEqual([{ name: 'parentsByKind' }])
  await run(`insert into "parents" ("id", "name", "kind") values ('q', 'Ada', 'two')`)
})

test('foreign keys are looked at again afterwards, also where the change failed', async () => {
  const failing = adapter.changeSchema(async (db) => {
    await rebuild(db)
    throw new Error('not this time')
  })
  await expect(failing).rejects.toThrow('not this time')
  // What was begun is undone, and the old rule holds.
  await expect(run(`insert into "parents" values ('q', 'Ada', 'two')`)).rejects.toThrow()
  await expect(run(`insert into "children" values ('d', 'nobody')`)).rejects.toThrow()
  await adapter.changeSchema((db) => rebuild(db))
  await expect(run(`insert into "children" values ('d', 'nobody')`)).rejects.toThrow()
  await run(`delete from "parents"`)
  expect((await run(`select * from "children"`)).rows).toEqual([])
})

test('nothing is made anew where its children would go, or do not fit it any more', async () => {
  await expect(adapter.write({ kind: 'system' }, (db) => rebuild(db))).rejects.toThrow('foreign keys')
  const losing = adapter.changeSchema(async (db) => {
    await sql.raw(`delete from "parents"`).execute(db)
    await rebuild(db)
  })
  await expect(losing).rejects.toThrow('children')
  expect((await run(`select * from "children"`)).rows).toHaveLength(1)
})
