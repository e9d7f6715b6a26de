import { expect, test } from 'vitest'
import { createCallsInFlight } from './calls-in-flight.ts'

const never = () => new Promise<void>(() => undefined)

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

test('a question waits for the calls beside it, with what they make inside', async () => {
  const calls = createCallsInFlight()
  const { note, look } = createLog()
  const slow = Promise.withResolvers<void>()
  void calls.track('asked', never)
  const inside = async () => {
    await slow.promise
    return calls.track('slow/c0', async () => 'made')
  }
  note('slow', calls.track('slow', inside))
  note('quiet', calls.untilQuiet('asked'))
  note(
    'new',
    calls.track('new', async () => undefined),
  )
  expect(await look()).toBe('')
  slow.resolve()
  expect(await look()).toBe('slow quiet')
})

test('calls around the one in question do not hold it up, nor do two questions each other', async () => {
  const calls = createCallsInFlight()
  const { note, look } = createLog()
  void calls.track('a', () => calls.track('a/c0', never))
  void calls.track('b', () => calls.track('b/c0', never))
  note('first', calls.untilQuiet('a/c0'))
  expect(await look()).toBe('')
  note('second', calls.untilQuiet('b/c0'))
  expect(await look()).toBe('second')
})

test('a call that fails has ended too', async () => {
  const calls = createCallsInFlight()
  const failed = calls.track('a', async () => Promise.reject(new Error('no')))
  await expect(failed).rejects.toThrow('no')
  await expect(calls.untilQuiet('b')).resolves.toBeUndefined()
})
