import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'

describe.each(databaseKinds)('a fact of the installation on %s', (kind) => {
  let testing: TestDatabase
  const meta = () => testing.database.system.meta

  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })

  afterAll(() => testing.drop())

  test('is replaced only as it was read', async () => {
    expect(await meta().replace('fact', 'other', 'one')).toBe(false)
    expect(await meta().replace('fact', undefined, 'one')).toBe(true)
    expect(await meta().replace('fact', undefined, 'two')).toBe(false)
    expect(await meta().replace('fact', 'other', 'two')).toBe(false)
    expect(await meta().replace('fact', 'one', 'two')).toBe(true)
    expect(await meta().get('fact')).toBe('two')
  })

  test.each([undefined, 'old'])('is replaced by one of many who read the same: %j', async (known) => {
    const key = `race ${known}`
    if (known !== undefined) await meta().set(key, known)
    const values = Array.from({ length: 12 }, (_, index) => `new ${index}`)
    const won = await Promise.all(values.map((value) => meta().replace(key, known, value)))
    expect(won.filter(Boolean)).toHaveLength(1)
    expect(await meta().get(key)).toBe(values[won.indexOf(true)])
  })
})
