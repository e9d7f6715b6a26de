import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing.ts'
import type { DatabaseAdapter } from './adapter.ts'
import { openAdapter } from './open-adapter.ts'

const READS = 50
/** Of the builder, the executor, the connection, and of whoever waits; a driver in between makes it twenty. */
const MOST = 8

let testing: TestDatabase
let adapter: DatabaseAdapter
beforeAll(async () => {
  testing = await createTestDatabase('sqlite')
  adapter = await openAdapter(testing.options)
})
afterAll(async () => {
  await adapter.close()
  await testing.drop()
})

test('a statement takes few promises', async () => {
  const db = adapter.reader({ kind: 'system' })
  let promises = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'PROMISE') promises += 1
    },
  }).enable()
  try {
    for (let n = 0; n < READS; n += 1) await db.selectFrom('users').select('id').execute()
  } finally {
    hook.disable()
  }
  expect(promises / READS).toBeGreaterThan(1)
  expect(promises / READS).toBeLessThanOrEqual(MOST)
})
