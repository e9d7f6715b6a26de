import { expect, test } from 'vitest'
import { createCallsInFlight } from './step-run.ts'

/** What has ended, in order. */
function createLog() {
  const ended: string[] = []
  const note = (name: string, promise: Promise<unknown>) => void promise.then(() => ended.push(name))
  const look = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return ended.join(' ')
  }
  return { note, look }
}

test('a question waits for the calls beside it, with what they make inside, and no new call begins', async () => {
  const calls = createCallsInFlight()
  const { note, look } = createLog()
  const slow = Promise.withResolvers<void>()
  const inside = async () => {
    await slow.promise
    return calls.track('slow/c0', async () => 'made')
  }
  note('slow', calls.track('slow', inside))
  note(
    'asked',
    calls.track('asked', () => calls.park('asked')),
  )
  note('quiet', calls.quiet)
  expect(await look()).toBe('')
  note(
    'new',
    calls.track('new', async () => undefined),
  )
  expect(await look()).toBe('')
  slow.resolve()
  expect(await look()).toBe('quiet slow')
})

test('calls around the one in question do not hold it up, nor do two questions each other', async () => {
  const calls = createCallsInFlight()
  const { note, look } = createLog()
  const second = Promise.withResolvers<void>()
  void calls.track('a', () => calls.track('a/c0', () => calls.park('a/c0')))
  const asksLater = async () => {
    await second.promise
    return calls.park('b/c0')
  }
  void calls.track('b', () => calls.track('b/c0', asksLater))
  note('quiet', calls.quiet)
  expect(await look()).toBe('')
  second.resolve()
  expect(await look()).toBe('quiet')
})

test('a call beside the question, inside a call that it parks, goes on and is waited for', async () => {
  const calls = createCallsInFlight()
  const { note, look } = createLog()
  const slow = Promise.withResolvers<void>()
  const both = () =>
    Promise.all([calls.track('a/x', () => calls.park('a/x')), calls.track('a/y', () => slow.promise)])
  void calls.track('a', both)
  note('quiet', calls.quiet)
  expect(await look()).toBe('')
  slow.resolve()
  expect(await look()).toBe('quiet')
})

test('a call that fails has ended too', async () => {
  const calls = createCallsInFlight()
  const { note, look } = createLog()
  const late = Promise.withResolvers<void>()
  const failed = calls.track('a', () => late.promise)
  void calls.track('b', () => calls.park('b'))
  note('quiet', calls.quiet)
  expect(await look()).toBe('')
  late.reject(new Error('no'))
  await expect(failed).rejects.toThrow('no')
  expect(await look()).toBe('quiet')
})

test('nothing begins once the step is suspended, not even inside a call that waits', async () => {
  const calls = createCallsInFlight()
  const { note, look } = createLog()
  void calls.track('a', () => calls.track('a/c0', () => calls.park('a/c0')))
  await calls.quiet
  const begun: string[] = []
  const begin = (path: string) => calls.track(path, async () => void begun.push(path))
  note('inside', begin('a/c1'))
  note('beside', begin('b'))
  expect(await look()).toBe('')
  expect(begun).toEqual([])
})

test('questions asked at the same time are all asked before the step is suspended', async () => {
  const calls = createCallsInFlight()
  const asked: string[] = []
  const ask = (path: string) =>
    calls.track(path, () => {
      asked.push(path)
      return calls.park(path)
    })
  void Promise.all(['a0', 'a1', 'a2'].map(ask))
  await calls.quiet
  expect(asked).toEqual(['a0', 'a1', 'a2'])
})
