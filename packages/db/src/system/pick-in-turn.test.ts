import { expect, test } from 'vitest'
import { pickInTurn, type WaitingRun } from './pick-in-turn.ts'

const run = (id: string, lane: string, since: number): WaitingRun => ({ id, lane, since, workspaceId: 'w' })
const many = (count: number, lane: string, workspaceId = 'w') =>
  Array.from({ length: count }, (_, since) => ({ ...run(`${lane}${since}`, lane, since), workspaceId }))

test('of one lane the longest waiting come first', () => {
  const waiting = [run('b', 'f', 2), run('a', 'f', 1), run('c', 'f', 3)]
  expect(pickInTurn(waiting, { running: [], limit: 2 })).toEqual(['a', 'b'])
})

test('lanes take turns, and one of which many run already waits for the others', () => {
  const waiting = [...many(10, 'a'), ...many(3, 'b')]
  expect(pickInTurn(waiting, { running: [], limit: 5 })).toEqual(['a0', 'b0', 'a1', 'b1', 'a2'])
  const running = [{ workspaceId: 'w', lane: 'a', count: 1_000 }]
  expect(pickInTurn(waiting, { running, limit: 5 })).toEqual(['b0', 'b1', 'b2', 'a0', 'a1'])
})

test('a workspace with many flows has no more turns than one with few', () => {
  const waiting = [...['a', 'b', 'c'].flatMap((lane) => many(5, lane, 'large')), ...many(5, 'd', 'small')]
  const picked = pickInTurn(waiting, { running: [], limit: 8 })
  expect(picked.filter((id) => id.startsWith('d'))).toHaveLength(4)
})

test('no more are picked than wait', () => {
  expect(pickInTurn(many(2, 'a'), { running: [], limit: 100 })).toEqual(['a0', 'a1'])
  expect(pickInTurn([], { running: [], limit: 100 })).toEqual([])
})
