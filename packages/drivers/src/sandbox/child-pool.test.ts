import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type ChildPool, createChildPool } from './child-pool.ts'
import type { SandboxChild } from './child-process.ts'

const childPath = join(import.meta.dirname, 'sandbox-child.ts')
const wait = { signal: undefined, waitMs: 5_000 }
let pool: ChildPool

afterEach(() => pool.close())

function open(limits: { maxChildren?: number; warm?: number; warmInAll?: number } = {}): ChildPool {
  pool = createChildPool({ childPath, maxChildren: 4, maxHeld: 8, warm: 2, warmInAll: 3, ...limits })
  return pool
}

/** Takes a child for each owner, one after the other, and gives it back. */
async function serve(...owners: string[]): Promise<SandboxChild[]> {
  const children = []
  for (const owner of owners) {
    const child = await pool.take({ owner }, wait)
    children.push(child)
    pool.giveBack(child)
  }
  return children
}

test('a child serves one owner alone, again and again', async () => {
  open()
  const [first, other, again] = await serve('one', 'two', 'one')
  expect(other).not.toBe(first)
  expect(again).toBe(first)
})

test('of the idle ones the last used are kept, some of each owner and some in all', async () => {
  open()
  const all = await serve('one', 'two', 'three', 'four')
  expect(all.map((child) => child.isAlive())).toEqual([false, true, true, true])
  const own = await Promise.all(['two', 'two', 'two'].map((owner) => pool.take({ owner }, wait)))
  for (const child of own) pool.giveBack(child)
  expect(own.filter((child) => child.isAlive())).toHaveLength(2)
})

test('who waits gets a place, and a child of its own all the same', async () => {
  open({ maxChildren: 1 })
  const first = await pool.take({ owner: 'one' }, wait)
  const other = pool.take({ owner: 'two' }, wait)
  const again = pool.take({ owner: 'one' }, wait)
  pool.giveBack(first)
  const second = await other
  expect(second).not.toBe(first)
  pool.giveBack(second)
  expect(await again).toBe(first)
})

test('no more than allowed are busy at once, whoever asks', async () => {
  open({ maxChildren: 2 })
  await pool.take({ owner: 'one' }, wait)
  await pool.take({ owner: 'two' }, wait)
  await expect(pool.take({ owner: 'three' }, { ...wait, waitMs: 20 })).rejects.toMatchObject({
    code: 'unavailable',
  })
})

test('who gives up waiting takes no place', async () => {
  open({ maxChildren: 1 })
  const first = await pool.take({ owner: 'one' }, wait)
  await expect(pool.take({ owner: 'two' }, { ...wait, waitMs: 20 })).rejects.toMatchObject({
    code: 'unavailable',
  })
  pool.giveBack(first)
  expect(await pool.take({ owner: 'one' }, { ...wait, waitMs: 20 })).toBe(first)
})
