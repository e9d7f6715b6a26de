import { execFileSync, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandbox } from './create-sandbox.ts'
import { ESCAPE_CORPUS } from './escape-corpus.fixture.ts'

const childPath = join(import.meta.dirname, 'sandbox-child.ts')
const sandbox = createSandbox({ childPath, maxChildren: 2, limits: { timeoutMs: 10_000 } })

beforeAll(() => {
  process.env.CANARY = 'canary-in-the-environment'
})

afterAll(async () => {
  delete process.env.CANARY
  await sandbox.close()
})

describe('escapes', () => {
  const marker = join(tmpdir(), `runnel-escape-${process.pid}`)

  test.each(ESCAPE_CORPUS.map((code) => [code]))('%s gives nothing', async (code) => {
    const run = sandbox.run({
      code: code.replaceAll('MARKER', marker),
      globals: { $input: {}, $vars: {} },
      timeoutMs: 2_000,
      broker: {
        fetch: async () => ({ status: 200, statusText: '', headers: {}, body: '{}' }),
        call: async () => ({}),
      },
    })
    const outcome = await run.then(
      (result) => JSON.stringify(result),
      (error: Error) => error.message,
    )
    expect(outcome).not.toContain('canary-in')
    expect(outcome).not.toMatch(/root:|"pid"|execPath|versions/)
    expect(existsSync(marker)).toBe(false)
  })

  test('the child itself may read nothing but its own code, and reach nothing', async () => {
    const listed = execFileSync('ps', ['-o', 'args=', '--ppid', String(process.pid)]).toString()
    const flags = listed.split('\n').filter((line) => line.includes(childPath))
    expect(flags.length).toBeGreaterThan(0)
    for (const line of flags) {
      expect(line).toContain('--permission')
      expect(line).not.toMatch(/--allow-(fs-write|child-process|net|worker|addons|wasi)/)
    }
  })

  test('the child itself has no environment but its channel', async () => {
    const others = childrenOf(process.pid)
    const fresh = createSandbox({ childPath, maxChildren: 1 })
    await fresh.run({ code: 'return 1', globals: {} })
    const shown = childrenOf(process.pid)
      .filter((pid) => !others.includes(pid))
      .map((pid) => environmentOf(pid))
    expect(shown.join()).toContain('NODE_CHANNEL_FD')
    expect(shown.join()).not.toMatch(/canary-in-the-environment|PATH=|HOME=/)
    await fresh.close()
  })
})

function childrenOf(pid: number | undefined): number[] {
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid=']).toString().trim().split('\n')
  return listed
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid && child ? [child] : []))
}

function environmentOf(pid: number): string {
  return spawnSync('ps', ['eww', '-o', 'args=', '-p', String(pid)]).stdout.toString()
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('the children of a killed process end too', async () => {
  const parent = fork(join(import.meta.dirname, 'hold-sandbox.fixture.ts'))
  await once(parent, 'message')
  const children = childrenOf(parent.pid)
  expect(children).toHaveLength(1)
  parent.kill('SIGKILL')
  await expect.poll(() => children.filter(isRunning)).toEqual([])
})
