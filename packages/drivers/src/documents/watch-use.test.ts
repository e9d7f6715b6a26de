import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const WATCH = new URL('watch-use.ts', import.meta.url).href

function run(limits: object, work: string) {
  const program = `
    import { watchUse } from ${JSON.stringify(WATCH)}
    watchUse(${JSON.stringify(limits)})
    await new Promise((resolve) => setTimeout(resolve, 200))
    ${work}
    process.exit(0)`
  return spawnSync(process.execPath, ['--input-type=module', '-e', program])
}

/** Takes that many times 10 MB without letting anything else of its own run, then ends in order. */
const take = (times: number) =>
  run(
    { residentBytes: 300_000_000, cpuMs: 60_000 },
    `const held = []
    for (let at = 0; at < ${times}; at += 1) {
      held.push(Buffer.alloc(10_000_000, at))
      const until = performance.now() + 20
      while (performance.now() < until);
    }`,
  )

/** Lives that long after its start, in ms, at work or waiting. */
const live = (how: 'works' | 'waits', ms: number) =>
  run(
    { residentBytes: 2 ** 40, cpuMs: 1_500 },
    how === 'works'
      ? `const until = performance.now() + ${ms}\nwhile (performance.now() < until);`
      : `await new Promise((resolve) => setTimeout(resolve, ${ms}))`,
  )

test('a process that takes too much is ended although it is busy, and one that does not is left alone', () => {
  expect(take(3)).toMatchObject({ status: 0, signal: null })
  expect(take(60)).toMatchObject({ status: null, signal: 'SIGKILL' })
})

test('time counts that a processor worked for it, not time that it waited', () => {
  expect(live('waits', 2_000)).toMatchObject({ status: 0, signal: null })
  expect(live('works', 60_000)).toMatchObject({ status: null, signal: 'SIGKILL' })
})
