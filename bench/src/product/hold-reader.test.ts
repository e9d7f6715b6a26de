import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askHolds } from './hold-reader.ts'

function startBusy(preloads: string[]) {
  const child = fork(join(import.meta.dirname, 'busy-process.fixture.ts'), {
    execArgv: preloads.flatMap((path) => ['--import', path]),
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('the longest hold of a process is read from inside it, each reading by itself', async () => {
  const child = startBusy([join(import.meta.dirname, '../preloads/watch-holds.ts')])
  const { readLongestHold } = askHolds(child)
  await readLongestHold()
  const freed = once(child, 'message')
  child.send({ holdFor: 120 })
  await freed
  expect(await readLongestHold()).toBeGreaterThanOrEqual(115)
  expect(await readLongestHold()).toBeLessThan(115)
})
