import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createSandbox } from './create-sandbox.ts'
import type { SandboxRun } from './sandbox.ts'

const childPath = join(import.meta.dirname, 'sandbox-child.ts')
const sandbox = createSandbox({ childPath, maxChildren: 2, limits: { timeoutMs: 10_000 } })

afterAll(() => sandbox.close())

async function resultOf(code: string, more: Partial<SandboxRun> = {}) {
  return (await sandbox.run({ code, globals: {}, ...more })).value
}

describe('limits', () => {
  const limits: [string, string][] = [
    ['an endless loop', 'while (true) {}'],
    ['an endless for', 'for (;;) ;'],
    ['an endless loop that catches', 'while (true) { try { while (true) {} } catch {} }'],
    ['a regular expression that never ends', 'return /^(a+)+$/.test("a".repeat(60) + "b")'],
    ['a promise storm', 'const f = () => Promise.resolve().then(f); await f()'],
    [
      'a growing promise storm',
      'const f = () => { Promise.resolve().then(f); Promise.resolve().then(f) }; f(); await new Promise(() => {})',
    ],
    ['an endless wait', 'await new Promise((r) => setTimeout(r, 1e9))'],
    [
      'a sort without end',
      'const a = Array.from({ length: 1e6 }, (_, i) => i); for (;;) a.sort(() => Math.random() - 0.5)',
    ],
    ['an endless generator', 'function* g() { while (true) yield 1 } return [...g()]'],
    ['an endless getter in the result', 'return { get a() { while (true) {} } }'],
    [
      'an endless toString of an error',
      'throw { toString() { while (true) {} }, toJSON() { while (true) {} } }',
    ],
  ]

  test.each(limits)('%s ends', async (_name, code) => {
    await expect(resultOf(code, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'limit_exceeded' })
  })

  test.each([
    ['10 GB in one array', 'const a = new Array(1.25e9).fill(0); return a.length'],
    ['10 GB piece by piece', 'const a = []; while (true) a.push(new Array(10000).fill(1))'],
    ['10 GB of text', 'let s = "x"; while (true) s += s + s.length'],
    ['10 GB of buffers', 'const a = []; while (true) a.push(new ArrayBuffer(1e8))'],
    ['deep recursion', 'const f = () => f() + 1; return f()'],
    ['deep JSON', 'let v = []; for (let i = 0; i < 1e6; i++) v = [v]; return v'],
  ])('%s ends within the memory and depth', async (_name, code) => {
    await expect(resultOf(code)).rejects.toMatchObject({
      code: 'limit_exceeded',
    })
    expect(await resultOf('return "well"')).toBe('well')
  })

  test('a regular expression of too many groups is no valid one', async () => {
    const code = 'return new RegExp("(".repeat(1e5) + ")".repeat(1e5)).test("x")'
    await expect(resultOf(code)).rejects.toMatchObject({ code: 'sandbox_error' })
  })

  test('an endless loop is ended inside the child, which lives on; only what cannot be is killed', async () => {
    const message = 'The function took longer than the 0.2 seconds that it may take.'
    await expect(resultOf('for (;;) ;', { timeoutMs: 200 })).rejects.toMatchObject({ message })
  })

  test('what only calls itself a limit of the sandbox is an error of the code', async () => {
    const code = 'throw Object.assign(new Error("constructor"), { name: "InternalError" })'
    await expect(resultOf(code)).rejects.toMatchObject({
      code: 'sandbox_error',
      message: expect.stringContaining('constructor'),
    })
  })

  test('a run may be given less memory', async () => {
    const code = 'const a = []; for (let i = 0; i < 300; i++) a.push("x".repeat(1e5) + i); return a.length'
    expect(await resultOf(code)).toBe(300)
    await expect(resultOf(code, { memoryBytes: 20 * 1024 * 1024 })).rejects.toMatchObject({
      code: 'limit_exceeded',
      message: expect.stringContaining('more than the 20 MB of memory that it may have'),
    })
  })

  test('results, inputs and the broker’s answers have a largest size', async () => {
    const small = createSandbox({ childPath, maxChildren: 1, limits: { valueBytes: 10_000, calls: 3 } })
    const globals = {}
    await expect(small.run({ code: 'return "x".repeat(20000)', globals })).rejects.toMatchObject({
      code: 'limit_exceeded',
      message: 'The function returns more than 9.77 kB.',
    })
    await expect(small.run({ code: '', globals: { $a: 'x'.repeat(20_000) } })).rejects.toMatchObject({
      code: 'limit_exceeded',
      message: 'The function or its input is larger than 9.77 kB.',
    })
    const broker = {
      fetch: async () => ({ status: 200, statusText: '', headers: {}, body: 'x'.repeat(20_000) }),
    }
    await expect(small.run({ code: 'return await fetch("http://a")', globals, broker })).rejects.toThrow(
      /too large/,
    )
    const calls = 'for (let i = 0; i < 9; i++) await callTool("t"); return 1'
    await expect(small.run({ code: calls, globals, broker: { call: async () => 1 } })).rejects.toThrow(
      /more than 3 calls/,
    )
    const logs = (
      await small.run({ code: 'for (let i = 0; i < 1e5; i++) console.log("x".repeat(100))', globals })
    ).logs
    expect(logs.join('').length).toBeLessThanOrEqual(100_000)
    await small.close()
  })

  test('who waits too long for a free child is told so', async () => {
    const one = createSandbox({ childPath, maxChildren: 1 })
    const stop = new AbortController()
    const first = one.run({ code: 'for (;;) ;', globals: {}, signal: stop.signal })
    const second = one.run({ code: 'return 2', globals: {}, timeoutMs: 100 })
    await expect(second).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('No sandbox'),
    })
    stop.abort(new Error('stopped'))
    await expect(first).rejects.toThrow('stopped')
    await one.close()
  })

  test('closing ends what runs and what waits, and starts nothing more', async () => {
    const one = createSandbox({ childPath, maxChildren: 1 })
    await one.run({ code: 'return 1', globals: {} })
    const runs = [1, 2].map(() =>
      one.run({ code: 'for (;;) ;', globals: {} }).then(String, (error) => error.code),
    )
    await new Promise((resolve) => setImmediate(resolve))
    await one.close()
    expect(await Promise.all(runs)).toEqual(['limit_exceeded', 'unavailable'])
    await expect(one.run({ code: 'return 1', globals: {} })).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('the caller’s stop ends an endless loop and a wait for a free child', async () => {
    const one = createSandbox({ childPath, maxChildren: 1 })
    const reason = new Error('stopped by the user')
    const [running, waiting] = [new AbortController(), new AbortController()]
    const first = one.run({ code: 'for (;;) ;', globals: {}, signal: running.signal })
    const second = one.run({ code: 'return 2', globals: {}, signal: waiting.signal })
    waiting.abort(reason)
    await expect(second).rejects.toBe(reason)
    running.abort(reason)
    await expect(first).rejects.toBe(reason)
    expect((await one.run({ code: 'return 3', globals: {} })).value).toBe(3)
    await one.close()
  })

  test('a function that is stopped while it runs leaves nothing behind for the next one', async () => {
    const one = createSandbox({ childPath, maxChildren: 1 })
    await one.run({ code: 'return 1', globals: {} })
    for (let time = 0; time < 3; time++) {
      const stop = new AbortController()
      const endless = one.run({ code: 'for (;;) ;', globals: {}, signal: stop.signal })
      const next = endless.catch(() => one.run({ code: 'return 2', globals: {} }))
      setTimeout(() => stop.abort(new Error('stopped')), 100)
      expect(await next).toMatchObject({ value: 2 })
    }
    await one.close()
  })
})
