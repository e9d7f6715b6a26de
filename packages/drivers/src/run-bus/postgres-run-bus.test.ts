import { randomUUID } from 'node:crypto'
import type { JsonValue } from '@runnel/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { packLetters } from './notify-payloads.ts'
import { openPostgresRunBus } from './postgres-run-bus.ts'
import { describeRunBus } from './run-bus.behaviour.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

async function openTwo() {
  const options = { connectionString: database.connectionString }
  return { here: await openPostgresRunBus(options), there: await openPostgresRunBus(options) }
}

describeRunBus('over PostgreSQL', openTwo)

test('after a cut connection subscribers are told of the gap, and messages flow again', async () => {
  const { here, there } = await openTwo()
  const run = randomUUID()
  const got: JsonValue[] = []
  let gaps = 0
  there.subscribe(
    run,
    (message) => got.push(message),
    () => {
      gaps += 1
    },
  )
  there.subscribe(run, (message) => got.push(['plain', message]))
  expect(await database.cutConnections('runnel-run-bus')).toBeGreaterThanOrEqual(2)
  await expect.poll(() => gaps, { timeout: 10_000 }).toBeGreaterThanOrEqual(1)
  expect(got).toContainEqual(['plain', { wake: true }])
  await expect
    .poll(
      () => {
        here.publish(run, 'again')
        return got.includes('again')
      },
      { timeout: 10_000 },
    )
    .toBe(true)
  await here.close()
  await there.close()
})

test('what a sender lost when it was cut off is a gap for the others', async () => {
  const { connectionString } = database
  const here = await openPostgresRunBus({ connectionString, applicationName: 'cut-off' })
  const there = await openPostgresRunBus({ connectionString, applicationName: 'not-cut-off' })
  const run = randomUUID()
  const got: JsonValue[] = []
  there.subscribe(
    run,
    (message) => got.push(message),
    () => got.push('gap'),
  )
  expect(await database.cutConnections('cut-off')).toBe(1)
  for (let n = 0; n < 10_001; n += 1) here.publish(run, n)
  await expect.poll(() => got, { timeout: 10_000 }).toEqual(['gap', 10_000])
  await here.close()
  await there.close()
})

test('a database that is not there is an error at the start', async () => {
  const connectionString = 'postgres://postgres@127.0.0.1:1/none'
  await expect(openPostgresRunBus({ connectionString })).rejects.toThrow(/ECONNREFUSED/)
})

test('payloads stay below PostgreSQL’s limit and lose nothing', () => {
  let n = 0
  const next = () => {
    n += 1
    return n
  }
  const letters = Array.from({ length: 500 }, (_, at): [string, JsonValue] => [
    randomUUID(),
    'ü'.repeat(at * 10),
  ])
  const payloads = packLetters(letters, { from: randomUUID(), next, gap: true })
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(7900)
  const back = payloads.flatMap((payload) => JSON.parse(payload).letters)
  expect(back.map(([topic]) => topic)).toEqual(letters.map(([topic]) => topic))
  expect(back.slice(0, 300)).toEqual(letters.slice(0, 300))
  expect(JSON.parse(payloads[0] ?? '')).toMatchObject({ gap: true, letters: [] })
})
