import { Pool } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabasePlace } from '../testing.ts'
import { createStatementGroups } from './postgres-groups.ts'

const settings = { sql: `select set_config('app.scope', 'system', true)`, parameters: [] }
const began = { sql: 'select now()::text as "began"', parameters: [] }

const place = await createTestDatabasePlace('postgres')
const pool =
  place.options.kind === 'postgres' ? new Pool({ connectionString: place.options.url, max: 4 }) : undefined
// A database that is dropped may still tell connections so that are being closed.
pool?.on('connect', (client) => client.on('error', () => undefined))
afterAll(async () => {
  await pool?.end()
  await place.drop()
})

function openGroups(options: { underWay: number; besideAfterMs?: number }) {
  if (pool === undefined) throw new Error('These tests need PostgreSQL.')
  return createStatementGroups(pool, { ...options, silenceMs: 10_000 })
}

test('what is asked for while a quick group is under way shares the next transaction', async () => {
  const groups = openGroups({ underWay: 4, besideAfterMs: 60_000 })
  await groups.send(settings, began)
  const first = groups.send(settings, { sql: `${began.sql}, pg_sleep(0.3)`, parameters: [] })
  await new Promise((next) => setImmediate(() => setImmediate(next)))
  const second = groups.send(settings, began)
  await new Promise((next) => setImmediate(next))
  const third = groups.send(settings, began)
  const [a, b, c] = (await Promise.all([first, second, third])).map(({ rows }) => rows[0]?.began)
  expect(b).toBe(c)
  expect(a).not.toBe(b)
})

test('a slow group does not hold up what is asked for after it', async () => {
  const groups = openGroups({ underWay: 2 })
  const ended: string[] = []
  const slow = groups
    .send(settings, { sql: 'select pg_sleep(1)', parameters: [] })
    .then(() => ended.push('slow'))
  await new Promise((next) => setImmediate(() => setImmediate(next)))
  await groups.send(settings, began)
  ended.push('quick')
  await slow
  expect(ended).toEqual(['quick', 'slow'])
})
