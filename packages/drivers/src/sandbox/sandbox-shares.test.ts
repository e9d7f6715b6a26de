import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createSandbox } from './create-sandbox.ts'
import type { Sandbox } from './sandbox.ts'

const childPath = join(import.meta.dirname, 'sandbox-child.ts')
const SLEEP = 'await new Promise((resolve) => setTimeout(resolve, 1e6))'
const LOOP = 'for (;;) ;'
/** Children give way to all others: on a machine that has other things to do the start of one waits. */
const BUSY_MS = 300_000
let sandbox: Sandbox

afterEach(() => sandbox.close())

/** Starts code that does not end by itself; resolves when it runs, or after a while in which it does not. */
function occupy(code: string, group: string, owner = 'workspace') {
  const running = Promise.withResolvers<void>()
  const broker = {
    async call() {
      running.resolve()
      return null
    },
  }
  const run = { code: `await callTool('started'); ${code}`, owner, group, globals: {}, broker }
  sandbox.run(run).catch(() => undefined)
  return running.promise
}

const quick = (group: string, owner = 'workspace') =>
  sandbox.run({ code: 'return 1', owner, group, globals: {} })

test('functions of one flow that loop do not hold up another flow or workspace', {
  timeout: BUSY_MS,
}, async () => {
  sandbox = createSandbox({ childPath, maxChildren: 4 })
  for (let index = 0; index < 8; index++) void occupy(LOOP, 'greedy')
  await occupy(LOOP, 'greedy-too')
  expect(await quick('of-another', 'another-workspace')).toMatchObject({ value: 1 })
})

test('functions that only wait make room for others, of the same flow too', {
  timeout: BUSY_MS,
}, async () => {
  sandbox = createSandbox({ childPath, maxChildren: 2, maxHeld: 8 })
  const sleepers = Array.from({ length: 3 }, () => occupy(SLEEP, 'sleepy'))
  await Promise.all(sleepers)
  expect(await quick('sleepy')).toMatchObject({ value: 1 })
  expect(await quick('other')).toMatchObject({ value: 1 })
})

test('functions that wait and then loop take no more places than those that loop at once', {
  timeout: BUSY_MS,
}, async () => {
  sandbox = createSandbox({ childPath, maxChildren: 4, limits: { timeoutMs: 30_000 } })
  let looping = 0
  let ended = 0
  const broker = {
    async call() {
      looping += 1
      return null
    },
  }
  // Longer than a wait that makes room for others.
  const code = `await new Promise((resolve) => setTimeout(resolve, 500)); await callTool('looping'); ${LOOP}`
  for (let index = 0; index < 8; index++)
    sandbox.run({ code, owner: 'workspace', group: 'greedy', globals: {}, broker }).catch(() => {
      ended += 1
    })
  await expect.poll(() => looping).toBeGreaterThan(0)
  expect(await quick('of-another', 'another-workspace')).toMatchObject({ value: 1 })
  expect(await quick('of-the-same')).toMatchObject({ value: 1 })
  expect([looping, ended]).toEqual([expect.toSatisfy((count: number) => count <= 2), 0])
})
