import type { StepRecord } from '@runnel/contract'
import { expect, test } from 'vitest'
import { createProgressSink } from './run-journal.ts'

const recordOf = (path: string): StepRecord => ({
  path,
  attempt: 1,
  kind: 'model',
  status: 'finished',
  nodeId: path,
  nodeType: 'x',
  repeatable: true,
  startedAt: 1,
})

/** Whether a promise is settled already. */
function watch(promise: Promise<void>): () => Promise<boolean> {
  let isDone = false
  void promise.then(() => {
    isDone = true
  })
  return async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return isDone
  }
}

test('a commit covers what was handed out with it, not what was written since', async () => {
  const sink = createProgressSink()
  sink.record(recordOf('a'))
  sink.requireCommit()
  const isFirstSafe = watch(sink.settle())
  const first = await sink.next()
  expect(first).toMatchObject({ durable: true, records: [{ path: 'a' }] })
  sink.record(recordOf('b'))
  sink.requireCommit()
  const isSecondSafe = watch(sink.settle())
  if (first) sink.confirm(first)
  expect([await isFirstSafe(), await isSecondSafe()]).toEqual([true, false])
  const second = await sink.next()
  expect(second).toMatchObject({ durable: true, records: [{ path: 'b' }] })
  if (second) sink.confirm(second)
  expect(await isSecondSafe()).toBe(true)
})

test('a piece that need not be kept makes nothing safe', async () => {
  const sink = createProgressSink()
  sink.record(recordOf('a'))
  sink.requireCommit()
  await sink.duringCall(async () => {
    const piece = await sink.next()
    expect(piece?.durable).toBe(false)
    if (piece) sink.confirm(piece)
  })
  const isSafe = watch(sink.settle())
  expect(await isSafe()).toBe(false)
})

test('text that nobody has taken grows in place, that of each step by itself', async () => {
  const sink = createProgressSink()
  const say = (path: string, text: string) => sink.emit({ type: 'text-delta', path, nodeId: path, text })
  for (const [path, text] of [
    ['a', 'One'],
    ['a', ' two'],
    ['b', 'Three'],
    ['a', 'four'],
  ] as const)
    say(path, text)
  const texts = sink.rest().events.map((event) => event.type === 'text-delta' && [event.path, event.text])
  expect(texts).toEqual([
    ['a', 'One two'],
    ['b', 'Three'],
    ['a', 'four'],
  ])
})
