import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createEgress, type Egress } from '../egress/create-egress.ts'
import { type LocalServer, startLocalServer } from '../egress/local-server.fixture.ts'
import { brokerFetchBy } from './broker-fetch.ts'
import { createSandbox } from './create-sandbox.ts'
import type { SandboxCall, SandboxRequest } from './sandbox.ts'

const childPath = join(import.meta.dirname, 'sandbox-child.ts')
const sandbox = createSandbox({ childPath, maxChildren: 1 })
let server: LocalServer
let egress: Egress

beforeAll(async () => {
  server = await startLocalServer((_request, response) =>
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"made":true}'),
  )
  egress = createEgress({ allow: [`127.0.0.1:${server.port}`] })
})

afterAll(async () => {
  await Promise.all([sandbox.close(), egress.close(), server.close()])
})

test('user code reaches an allowed host through egress', async () => {
  const broker = { fetch: brokerFetchBy(egress.fetch) }
  const code = 'const r = await axios.post($url, { a: 1 }); return [r.status, r.data.made]'
  const { value } = await sandbox.run({ code, globals: { $url: `${server.origin}/things` }, broker })
  expect(value).toEqual([201, true])
  expect(server.seen[0]).toMatchObject({ method: 'POST', url: '/things', body: '{"a":1}' })
})

test.each([['http://169.254.169.254/latest'], ['http://localhost:1'], ['file:///etc/passwd']])(
  'user code cannot reach %s',
  async (url) => {
    const broker = { fetch: brokerFetchBy(egress.fetch) }
    const code = 'try { await fetch($url) } catch (e) { return e.code }'
    expect((await sandbox.run({ code, globals: { $url: url }, broker })).value).toBe('egress_denied')
  },
)

test('the grant of a run narrows what its code may call', async () => {
  const broker = { fetch: brokerFetchBy(egress.fetch, { allowHosts: ['api.example'] }) }
  const code = 'try { await fetch($url) } catch (e) { return e.code }'
  expect((await sandbox.run({ code, globals: { $url: server.origin }, broker })).value).toBe('egress_denied')
})

/** A server whose answers are of a size, or never come; `open` counts the calls that it has under way. */
async function startGreedyServer(answer: (response: ServerResponse) => void) {
  let open = 0
  const greedy = await startLocalServer((_request, response) => {
    open += 1
    response.on('close', () => {
      open -= 1
    })
    answer(response)
  })
  const way = createEgress({ allow: [`127.0.0.1:${greedy.port}`] })
  onTestFinished(async () => {
    await Promise.all([greedy.close(), way.close()])
  })
  return { greedy, way, open: () => open }
}

test.each([
  ['returns', 'return 1'],
  ['throws', 'throw new Error("done")'],
  ['takes too long', 'for (;;) ;'],
])(
  'what a function that %s has under way ends with it',
  async (_what, end) => {
    const { greedy, way, open } = await startGreedyServer(() => undefined)
    const code = `for (let i = 0; i < 40; i += 1) fetch($url).catch(() => {}); await fetch($url + '/ping').catch(() => {}); ${end}`
    const broker = {
      fetch: (request: SandboxRequest, call: SandboxCall) =>
        request.url.endsWith('/ping')
          ? expect
              .poll(open)
              .toBe(40)
              .then(() => Promise.reject(new Error('go on')))
          : brokerFetchBy(way.fetch)(request, call),
    }
    const run = sandbox.run({ code, globals: { $url: greedy.origin }, broker, timeoutMs: 4_000 })
    await run.catch(() => undefined)
    await expect.poll(open).toBe(0)
  },
  20_000,
)

test('the stop of its caller ends what a function has under way', async () => {
  const { greedy, way, open } = await startGreedyServer(() => undefined)
  const stop = new AbortController()
  const broker = { fetch: brokerFetchBy(way.fetch) }
  const run = sandbox.run({
    code: 'await fetch($url)',
    globals: { $url: greedy.origin },
    broker,
    signal: stop.signal,
  })
  await expect.poll(open).toBe(1)
  stop.abort(new Error('stopped'))
  await expect(run).rejects.toThrow('stopped')
  await expect.poll(open).toBe(0)
})

describe('answers under way', () => {
  const MEGABYTE = 1024 * 1024
  const roomy = { memoryBytes: 64 * MEGABYTE, valueBytes: MEGABYTE }

  /** Counts the bytes that are read of answers which did not reach the function yet. */
  function countHeld(way: Egress) {
    const fetchText = brokerFetchBy(way.fetch)
    let held = 0
    let most = 0
    const fetch = async (request: SandboxRequest, call: SandboxCall) => {
      const reserve = async (bytes: number) => {
        await call.reserve(bytes)
        held += bytes
        most = Math.max(most, held)
      }
      const answer = await fetchText(request, { ...call, reserve })
      held -= answer.body.length
      return answer
    }
    return { fetch, most: () => most }
  }

  test.each([
    ['of known length', true],
    ['of unknown length', false],
  ])(
    '%s are held few at a time, however many are asked for',
    async (_what, isKnown) => {
      const body = 'x'.repeat(900_000)
      const { greedy, way } = await startGreedyServer((response) => {
        if (isKnown) response.setHeader('content-length', body.length)
        response.end(body)
      })
      const small = createSandbox({ childPath, maxChildren: 1, limits: roomy })
      const { fetch, most } = countHeld(way)
      const code = `
      let sum = 0
      const one = async () => { const text = await (await fetch($url)).text(); sum += text.length }
      await Promise.all(Array.from({ length: 60 }, one))
      return sum`
      const { value } = await small.run({ code, globals: { $url: greedy.origin }, broker: { fetch } })
      await small.close()
      expect(value).toBe(60 * 900_000)
      expect(most()).toBeLessThanOrEqual(3 * MEGABYTE)
    },
    30_000,
  )

  test.each([
    ['a length that is too large', { 'content-length': String(20 * MEGABYTE) }],
    ['no length', {}],
  ])('with %s are given up, before they are read whole', async (_what, headers) => {
    let sent = 0
    const { greedy, way } = await startGreedyServer((response) => {
      response.writeHead(200, headers)
      const chunk = 'x'.repeat(100_000)
      const more = () => {
        while (sent < 20 * MEGABYTE && !response.destroyed) {
          sent += chunk.length
          if (!response.write(chunk)) {
            response.once('drain', more)
            return
          }
        }
        response.end()
      }
      more()
    })
    const small = createSandbox({ childPath, maxChildren: 1, limits: roomy })
    const code = 'try { await fetch($url) } catch (e) { return [e.code, e.message] }'
    const broker = { fetch: brokerFetchBy(way.fetch) }
    const { value } = await small.run({ code, globals: { $url: greedy.origin }, broker })
    await small.close()
    expect(value).toEqual(['limit_exceeded', 'The answer is too large for the function: it may have 1 MB.'])
    expect(sent).toBeLessThan(15 * MEGABYTE)
  })

  test('an answer that comes packed is held as the largest one', async () => {
    const packed = gzipSync('x'.repeat(900_000))
    const { greedy, way } = await startGreedyServer((response) => {
      response.setHeader('content-encoding', 'gzip').setHeader('content-length', packed.length)
      response.end(packed)
    })
    const reserved: number[] = []
    const reserve = async (bytes: number) => void reserved.push(bytes)
    const call = { maxBytes: MEGABYTE, reserve, signal: new AbortController().signal }
    const request = { url: greedy.origin, method: 'GET', headers: {} }
    const { body } = await brokerFetchBy(way.fetch)(request, call)
    expect([body.length, reserved]).toEqual([900_000, [MEGABYTE]])
  })

  test('a call that is too large never leaves the sandbox', async () => {
    let calls = 0
    const small = createSandbox({ childPath, maxChildren: 1, limits: roomy })
    const code =
      'try { await fetch("http://a", { method: "POST", body: "x".repeat(2e6) }) } catch (e) { return e.message }'
    const broker = {
      fetch: async () => {
        calls += 1
        return { status: 200, statusText: '', headers: {}, body: '' }
      },
    }
    const { value } = await small.run({ code, globals: {}, broker })
    await small.close()
    expect([value, calls]).toEqual(['The call is too large: it may have 1 MB.', 0])
  })

  test('many calls reach the broker some at a time, and all of them in the end', async () => {
    let open = 0
    let most = 0
    const call = async (name: string) => {
      open += 1
      most = Math.max(most, open)
      await setTimeout(5)
      open -= 1
      return name
    }
    const code = 'return (await Promise.all(Array.from({ length: 500 }, (_, i) => callTool("t" + i)))).length'
    expect((await sandbox.run({ code, globals: {}, broker: { call } })).value).toBe(500)
    expect(most).toBeLessThanOrEqual(64)
  })
})
