import { expect, test } from 'vitest'
import { joinInTurns } from './join-in-turns.ts'

test('pieces are joined in their order', async () => {
  const pieces = [Buffer.from('ab'), new Uint8Array(0), Buffer.from('c'), Buffer.from('def')]
  expect((await joinInTurns(pieces)).toString()).toBe('abcdef')
  expect(await joinInTurns([])).toEqual(Buffer.alloc(0))
})

test('others have their turn while many are joined', async () => {
  const piece = Buffer.alloc(64 * 1024, 1)
  let turns = 0
  const count = () => {
    turns += 1
    immediate = setImmediate(count)
  }
  let immediate = setImmediate(count)
  const whole = await joinInTurns(Array.from({ length: 160 }, () => piece))
  clearImmediate(immediate)
  expect(whole.length).toBe(160 * piece.length)
  expect(turns).toBeGreaterThanOrEqual(4)
})
