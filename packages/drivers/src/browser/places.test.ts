import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

const never = new AbortController().signal

test('only so much is done at a time, in the order in which it came, and a fault gives its place back', async () => {
  const places = createPlaces(2)
  const done: string[] = []
  const open = new Map<string, () => void>()
  const work = (name: string) =>
    places.take(async () => {
      done.push(`begin ${name}`)
      await new Promise<void>((resolve) => open.set(name, resolve))
      if (name === 'a') throw new Error('a fails')
      done.push(`end ${name}`)
    }, never)
  const all = ['a', 'b', 'c', 'd'].map(work)
  expect(done).toEqual(['begin a', 'begin b'])
  open.get('a')?.()
  await expect(all[0]).rejects.toThrow('a fails')
  expect(done).toEqual(['begin a', 'begin b', 'begin c'])
  open.get('c')?.()
  await all[2]
  open.get('b')?.()
  open.get('d')?.()
  await Promise.all(all.slice(1))
  expect(done).toHaveLength(7)
})

test('who stops waiting takes no place', async () => {
  const places = createPlaces(1)
  const stop = new AbortController()
  let finish: () => void = () => undefined
  const first = places.take(() => new Promise<void>((resolve) => (finish = resolve)), never)
  const second = places.take(async () => 'second', stop.signal)
  stop.abort(new Error('stopped'))
  await expect(second).rejects.toThrow('stopped')
  const third = places.take(async () => 'third', never)
  finish()
  await first
  expect(await third).toBe('third')
})
