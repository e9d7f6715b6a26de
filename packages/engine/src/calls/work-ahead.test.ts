import { expect, test } from 'vitest'
import { workAhead } from './work-ahead.ts'

/** Work that each item ends when it is told to. */
function createWork() {
  const ends = new Map<number, PromiseWithResolvers<string>>()
  return {
    ends,
    work: (item: number) => {
      const end = Promise.withResolvers<string>()
      ends.set(item, end)
      return end.promise
    },
  }
}

test('so many are under way at once, and results come in the order of the items', async () => {
  const { ends, work } = createWork()
  const results = workAhead([1, 2, 3, 4], 2, work)
  const first = results.next()
  await Promise.resolve()
  expect([...ends.keys()]).toEqual([1, 2])
  ends.get(2)?.resolve('two')
  ends.get(1)?.resolve('one')
  expect(await first).toEqual({ done: false, value: 'one' })
  const second = results.next()
  expect(await second).toEqual({ done: false, value: 'two' })
  expect([...ends.keys()]).toEqual([1, 2, 3])
  for (const item of [3]) ends.get(item)?.resolve('three')
  expect((await results.next()).value).toBe('three')
})

test('a failure is told in its turn, when what is under way has ended', async () => {
  const { ends, work } = createWork()
  const results = workAhead([1, 2, 3], 3, work)
  let isOver = false
  const told = results.next().catch((error: Error) => {
    isOver = true
    return error.message
  })
  await Promise.resolve()
  ends.get(1)?.reject(new Error('refused'))
  ends.get(2)?.reject(new Error('too'))
  await new Promise(setImmediate)
  expect(isOver).toBe(false)
  ends.get(3)?.resolve('three')
  expect(await told).toBe('refused')
})
