import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const WATCH = new URL('watch-memory.ts', import.meta.url).href

/** A program that takes that many times 10 MB without letting anything else of its own run, then ends in order. */
function take(times: number) {
  const program = `
    import { watchMemory } from ${JSON.stringify(WATCH)}
    watchMemory(300_000_000)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const held = []
    for (let at = 0; at < ${times}; at += 1) {
      held.push(Buffer.alloc(10_000_000, at))
      const until = performance.now() + 20
      while (performance.now() < until);
    }
    process.exit(0)`
  return spawnSync(process.execPath, ['--input-type=module', '-e', program])
}

test('a process that takes too much is ended although it is busy, and one that does not is left alone', () => {
  expect(take(3)).toMatchObject({ status: 0, signal: null })
  expect(take(60)).toMatchObject({ status: null, signal: 'SIGKILL' })
})
