import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('a turn ends when everything of it is done', async () => {
  const turns = createTurns()
  let hasEnded = false
  const ended = turns.end().then(() => {
    hasEnded = true
  })
  turns.look()
  await Promise.resolve()
  expect(hasEnded).toBe(false)
  await ended
})

test('a long turn is cut, once', async () => {
  let clock = 0
  const turns = createTurns(() => clock)
  const ends: string[] = []
  void turns.end().then(() => ends.push('first'))
  clock = 5
  turns.look()
  turns.look()
  await Promise.resolve()
  expect(ends).toEqual(['first'])
  void turns.end().then(() => ends.push('second'))
  await nextTurn()
  expect(ends).toEqual(['first', 'second'])
})
