import { randomUUID } from 'node:crypto'
import type { JsonValue } from '@runnel/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { packLetters } from './notify-payloads.ts'
import { createPeers } from './peers.ts'
import { openPostgresConnection } from './postgres-connection.ts'
import { openPostgresRunBus } from './postgres-run-bus.ts'
import { describeRunBus } from './run-bus.behaviour.ts'
import type { RunBus } from './run-bus.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

/** Waits until what one end sends reaches the other: before they know of each other it does not. */
async function hears(there: RunBus, here: RunBus): Promise<void> {
  const probe = randomUUID()
  let heard = false
  const stop = there.subscribe(
    probe,
    () => {
      heard = true
    },
    () => undefined,
  )
  await expect
    .poll(() => {
      here.publish(probe, 'probe')
      return heard
    })
    .toBe(true)
  stop()
}

async function openTwo(names: { here?: string; there?: string } = {}) {
  const open = (applicationName = 'runnel-run-bus') =>
    openPostgresRunBus({ connectionString: database.connectionString, applicationName })
  const here = await open(names.here)
  const there = await open(names.there)
  await hears(there, here)
  await hears(here, there)
  return { here, there }
}

describeRunBus('over PostgreSQL', () => openTwo())

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
  await expect.poll(() => gaps).toBeGreaterThanOrEqual(1)
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
  const { here, there } = await openTwo({ here: 'cut-off', there: 'not-cut-off' })
  const run = randomUUID()
  const got: JsonValue[] = []
  there.subscribe(
    run,
    (message) => got.push(message),
    () => got.push('gap'),
  )
  expect(await database.cutConnections('cut-off')).toBe(1)
  for (let n = 0; n < 10_001; n += 1) here.publish(run, n)
  await expect.poll(() => got).toEqual(['gap', 10_000])
  await here.close()
  await there.close()
})

test('who is alone sends nothing but that it is there; who comes later is told to look into the database', async () => {
  const { connectionString } = database
  const payloads: string[] = []
  const listener = openPostgresConnection({
    connectionString,
    channel: 'runnel_run_bus',
    applicationName: 'listener',
    onPayload: (payload) => payloads.push(payload),
    onReconnect: () => undefined,
    onError: () => undefined,
  })
  await listener.opened
  const here = await openPostgresRunBus({ connectionString })
  const run = randomUUID()
  here.publish(run, 'to nobody')
  await listener.query('select pg_notify($1, $2)', ['runnel_run_bus', 'after'])
  await expect.poll(() => payloads).toContain('after')
  expect(payloads.join()).not.toContain('to nobody')

  const there = await openPostgresRunBus({ connectionString })
  let gaps = 0
  there.subscribe(
    run,
    () => undefined,
    () => {
      gaps += 1
    },
  )
  await expect.poll(() => gaps).toBeGreaterThan(0)
  await hears(there, here)
  await there.close()
  await expect.poll(() => payloads.join()).toContain('"presence":"bye"')
  here.publish(run, 'to nobody again')
  await listener.query('select pg_notify($1, $2)', ['runnel_run_bus', 'at last'])
  await expect.poll(() => payloads).toContain('at last')
  expect(payloads.join()).not.toContain('to nobody again')
  await here.close()
  await listener.close()
})

test('a process that is silent for long does not count as there', () => {
  let now = 0
  const peers = createPeers(() => now)
  expect(peers.areThere()).toBe(false)
  expect(peers.hear({ from: 'a', n: 1, letters: [] })).toBe(true)
  expect(peers.hear({ from: 'a', n: 2, letters: [] })).toBe(false)
  now = 34_000
  expect(peers.areThere()).toBe(true)
  now = 36_000
  expect(peers.areThere()).toBe(false)
  expect(peers.hear({ from: 'a', n: 3, letters: [] })).toBe(true)
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
