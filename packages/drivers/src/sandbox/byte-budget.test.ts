import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createByteBudget } from './byte-budget.ts'

const never = new AbortController().signal

/** Takes and notes when it was served. */
function taker(total: number) {
  const budget = createByteBudget(total)
  const served: string[] = []
  const take = (name: string, bytes: number, signal = never) =>
    budget.take(bytes, signal).then((free) => {
      served.push(name)
      return free
    })
  return { take, served }
}

test('what fits is served at once, the rest when enough was freed', async () => {
  const { take, served } = taker(10)
  const freeFirst = await take('a', 6)
  const freeSecond = await take('b', 4)
  const third = take('c', 5)
  await setImmediate()
  freeSecond()
  await setImmediate()
  expect(served).toEqual(['a', 'b'])
  freeFirst()
  await third
  expect(served).toEqual(['a', 'b', 'c'])
})

test('small ones do not overtake a large one that waits', async () => {
  const { take, served } = taker(10)
  const free = await take('a', 6)
  const large = take('large', 8)
  const small = take('small', 1)
  await setImmediate()
  expect(served).toEqual(['a'])
  free()
  await Promise.all([large, small])
  expect(served).toEqual(['a', 'large', 'small'])
})

test('more than there is gets all', async () => {
  const { take, served } = taker(10)
  const free = await take('a', 1)
  const all = take('all', 1_000)
  await setImmediate()
  expect(served).toEqual(['a'])
  free()
  await expect(all).resolves.toBeTypeOf('function')
})

test('freeing twice frees once', async () => {
  const { take, served } = taker(10)
  const free = await take('a', 5)
  await take('b', 5)
  free()
  free()
  await take('c', 5)
  void take('d', 5)
  await setImmediate()
  expect(served).toEqual(['a', 'b', 'c'])
})

test('who is stopped leaves the line, and those behind move up', async () => {
  const { take, served } = taker(10)
  await take('a', 6)
  const stop = new AbortController()
  const large = take('large', 8, stop.signal)
  const small = take('small', 4)
  stop.abort(new Error('stopped'))
  await expect(large).rejects.toThrow('stopped')
  await small
  expect(served).toEqual(['a', 'small'])
  await expect(take('late', 1, stop.signal)).rejects.toThrow('stopped')
})
