import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { cacheStatements } from './sqlite-connection.ts'

function openMemory() {
  const database = new DatabaseSync(':memory:')
  database.exec(
    'create table "things" ("id" text primary key, "isGood" boolean, "size" bigint, "bytes" blob)',
  )
  return { database, statements: cacheStatements(database) }
}

test('refuses every object that SQLite would take for named parameters, and stores nothing', () => {
  const { statements } = openMemory()
  const insert = statements.prepare('insert into "things" ("id", "size") values (?, ?)')
  for (const value of [new Date(), {}, [], { id: 1 }, undefined, Symbol('s'), () => 1]) {
    expect(() => insert.run([value, 1])).toThrow(TypeError)
  }
  expect(() => insert.run([new Date(), 1])).toThrow('A value of type Date cannot be stored')
  expect(statements.prepare('select * from "things"').all([])).toEqual([])
})

test('gives booleans as booleans, null as null', () => {
  const { statements } = openMemory()
  const insert = statements.prepare('insert into "things" ("id", "isGood", "size") values (?, ?, ?)')
  insert.run(['yes', true, 1_800_000_000_000])
  insert.run(['no', false, 1])
  insert.run(['unknown', null, 1])
  const rows = statements
    .prepare('select "id", "isGood" as "good", "size" from "things" order by "id"')
    .all([])
  expect(rows).toEqual([
    { id: 'no', good: false, size: 1 },
    { id: 'unknown', good: null, size: 1 },
    { id: 'yes', good: true, size: 1_800_000_000_000 },
  ])
})

test('stores bytes and texts with any character', () => {
  const { statements } = openMemory()
  statements
    .prepare('insert into "things" ("id", "bytes") values (?, ?)')
    .run(['a\u0000b🚀', new Uint8Array([0, 255])])
  const [row] = statements.prepare('select "id", "bytes" from "things"').all([])
  expect(row).toEqual({ id: 'a\u0000b🚀', bytes: new Uint8Array([0, 255]) })
})

test('prepares a text once, and again when the tables have changed', () => {
  const { database, statements } = openMemory()
  const text = 'select * from "things"'
  expect(statements.prepare(text)).toBe(statements.prepare(text))
  statements.prepare('insert into "things" ("id") values (?)').run(['a'])
  database.exec('alter table "things" add column "isNew" boolean default true')
  statements.forget()
  expect(statements.prepare(text).all([])).toMatchObject([{ isNew: true }])
})

test('keeps working beyond the number of statements that it remembers', () => {
  const { statements } = openMemory()
  for (let index = 0; index < 1_200; index += 1) {
    expect(statements.prepare(`select ${index} as "n"`).all([])).toEqual([{ n: index }])
  }
})
