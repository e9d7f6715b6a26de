import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { campaignRounds } from '@runnel/contract/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCredential } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let administrator: TestCaller
let allowed: Server
let guarded: Server
let redirect = ''
/** Answers that never come. */
const silent = new Set<object>()
const seen: { at: string; headers: Record<string, unknown> }[] = []

const listen = async (at: string) => {
  const made = createServer((request, response) => {
    seen.push({ at, headers: request.headers })
    if (request.url === '/silent') {
      silent.add(response)
      response.on('close', () => silent.delete(response))
      return
    }
    if (request.url === '/away') response.writeHead(302, { location: redirect })
    response.end('reached')
  })
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  return made
}
const hostOf = (target: Server) => `127.0.0.1:${(target.address() as AddressInfo).port}`

beforeAll(async () => {
  allowed = await listen('allowed')
  guarded = await listen('guarded')
  const second = hostOf(guarded).replace('127.0.0.1', 'localhost')
  server = await startTestServer({
    env: {
      EGRESS_ALLOW: `code:${hostOf(allowed)}, code:${second}, ${hostOf(guarded)}`,
      RUNNEL_VAR_town: 'Oslo',
      SECRET_TOWN: 'canary-env',
    },
  })
  administrator = await server.administrator()
})

beforeEach(() => {
  seen.length = 0
})

afterAll(async () => {
  await server.stop()
  allowed.close()
  guarded.close()
})

const run = (javascriptFunction: string, more: object = {}, caller = administrator) =>
  caller.call<{ code: string; message: string }>('POST', '/node-custom-function', {
    javascriptFunction,
    ...more,
  })

describe('a custom function', () => {
  test.each([
    ['return 6 * 7', 42],
    ['return $name + "!"', 'Ada!'],
    ['const x = await Promise.resolve({ a: [1] }); return x', { a: [1] }],
    ['return null', null],
  ])('%s', async (code, expected) => {
    expect(await run(code, { functionInputVariables: { name: 'Ada' } })).toMatchObject({
      status: 200,
      body: expected,
    })
  })

  test('answers JSON, whatever it returned', async () => {
    for (const value of ['plain "text"', 1, true, null, { a: 1 }]) {
      const answer = await run(`return ${JSON.stringify(value)}`)
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      expect(JSON.parse(answer.text)).toEqual(value)
    }
  })

  test('takes its values as JSON text, too', async () => {
    expect((await run('return $n + 1', { functionInputVariables: '{"n":1}' })).body).toBe(2)
    expect((await run('return 1', { functionInputVariables: '{' })).status).toBe(400)
    expect((await run('return 1', { functionInputVariables: '[1]' })).status).toBe(400)
  })

  test.each([
    { nodeVMOptions: { require: { builtin: ['*'] } } },
    { timeout: 1e9 },
    { options: {} },
    { $vars: {} },
  ])('takes no options of the machine: %j', async (more) => {
    expect(await run('return 1', more)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })

  test('says what went wrong', async () => {
    const thrown = await run('throw new Error("no luck")')
    expect(thrown).toMatchObject({ status: 400, body: { code: 'sandbox_error' } })
    expect(thrown.body.message).toContain('no luck')
    expect((await run('return }')).body.message).toMatch(/syntax|unexpected/i)
  })

  test.each([
    'return typeof process',
    'return typeof Buffer.poolSize',
    'return typeof new URL("http://x").constructor.constructor("return this.process")()',
    'return typeof WebSocket',
    'return typeof Deno',
    'return typeof globalThis.constructor.constructor("return this.process")()',
    'return typeof (async () => {}).constructor("return this.process")().env',
    'try { return typeof require("fs").readFileSync } catch { return "undefined" }',
    'try { return typeof require("child_process").exec } catch { return "undefined" }',
    'try { return typeof require("net").connect } catch { return "undefined" }',
    'try { return typeof (await import("node:fs")).readFileSync } catch { return "undefined" }',
    'try { return typeof this.constructor.constructor("return process")().env } catch { return "undefined" }',
    'try { return typeof fetch.constructor("return process")().env } catch { return "undefined" }',
    'try { return typeof new Error().stack.__proto__.constructor.constructor("return process")() } catch { return "undefined" }',
  ])('reaches nothing of the machine: %s', async (code) => {
    const answer = await run(code)
    expect(answer.text).not.toContain('canary-env')
    expect(answer.text).not.toMatch(/"?function"?|\/root|PATH/)
    expect(['undefined', '"undefined"']).toContain(answer.text.startsWith('{') ? 'undefined' : answer.text)
  })

  test('leaves nothing to the next one', async () => {
    await run('globalThis.left = 1; Object.prototype.polluted = 1; Array.prototype.map = null; return 1')
    expect((await run('return [typeof left, typeof ({}).polluted, [1].map((x) => x + 1)]')).body).toEqual([
      'undefined',
      'undefined',
      [2],
    ])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  // It takes half a minute of a core; that code is ended by its time is tried with shorter ones in the sandbox's own tests.
  const byTime = campaignRounds(0, 1) === 1 ? ['for (;;) {}'] : []
  test.each<string[]>([
    ...byTime.map((code) => [code, 'limit_exceeded']),
    ['await new Promise(() => {})', 'sandbox_error'],
    ['const f = () => f(); f()', 'limit_exceeded'],
    ['const a = []; for (;;) a.push(new Array(1e6).fill(1))', 'limit_exceeded'],
  ])(
    'that never ends is ended, and the server answers meanwhile: %s',
    async (code, expected) => {
      const endless = run(code)
      expect((await server.anonymous().call('GET', '/ping')).text).toBe('pong')
      expect(await endless).toMatchObject({ status: 400, body: { code: expected } })
      expect(await run('return 1')).toMatchObject({ status: 200, body: 1 })
    },
    60_000,
  )
})

test('a custom function ends when its caller leaves, and makes room for others', async () => {
  const { key } = await server.withKey(['chatflows:create'])
  const left = new AbortController()
  const endless = Array.from({ length: 4 }, () =>
    fetch(`${server.origin}/api/v1/node-custom-function`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ javascriptFunction: `await fetch('http://${hostOf(allowed)}/silent')` }),
      signal: left.signal,
    }),
  )
  await expect.poll(() => silent.size).toBe(4)
  left.abort()
  expect((await Promise.allSettled(endless)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  // What each had asked for is given up with it, long before its time is over.
  await expect.poll(() => silent.size).toBe(0)
  expect((await run('return 1')).body).toBe(1)
}, 60_000)

describe('variables of a custom function', () => {
  test('are seen only by those who may see variables', async () => {
    await administrator.expect(200, 'POST', '/variables', { name: 'plain', value: 'seen' })
    await administrator.expect(200, 'POST', '/variables', { name: 'town', type: 'runtime' })
    const code = 'return [$vars.plain ?? null, $vars.town ?? null, $vars.SECRET_TOWN ?? null]'
    expect((await run(code)).body).toEqual(['seen', 'Oslo', null])
    const blind = await server.withKey(['chatflows:create'])
    expect((await run(code, {}, blind)).body).toEqual([null, null, null])
    const stranger = await server.withKey(['variables:view'])
    expect((await run(code, {}, stranger)).status).toBe(403)
  })
})

test('a custom function finds no credential, neither its own workspace’s nor another’s', async () => {
  const other = await server.addWorkspace()
  const ids = [
    await makeCredential(other.caller, 'sk-canary-other'),
    await makeCredential(administrator, 'sk-canary-own'),
  ]
  const code = `const found = []
    for (const name of [...$names, 'The vendor', 'credential', 'no such thing'])
      try { found.push(await callTool(name, { id: name })) } catch (e) { found.push(e.code) }
    return found`
  const answer = await run(code, { functionInputVariables: { names: ids } })
  expect(answer.body).toEqual(Array(5).fill('not_found'))
  expect(answer.text).not.toContain('sk-canary')
})

describe('fetch in a custom function', () => {
  const get = (url: string, options = '{}') =>
    run(
      `try { const r = await fetch(${JSON.stringify(url)}, ${options}); return await r.text() } catch (e) { return 'denied ' + e.code }`,
    )

  test('reaches what the operator allows', async () => {
    expect((await get(`http://${hostOf(allowed)}/`)).body).toBe('reached')
  })

  test.each([
    'http://127.0.0.1:PORT/',
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://0.0.0.0:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://169.254.169.254/latest/meta-data',
    'http://metadata.google.internal/',
    'http://[fd00::1]/',
    'http://10.0.0.1/',
    'http://100.64.0.1/',
    'http://[64:ff9b::7f00:1]/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'ftp://127.0.0.1/',
    'data:text/plain,x',
  ])('%s is denied', async (url) => {
    const { body } = await get(url.replace('PORT', hostOf(guarded).split(':')[1] ?? ''))
    expect(body).toBe('denied egress_denied')
    expect(seen).toEqual([])
  })

  test('reaches no opening that is meant for vendors and tools', async () => {
    const answer = await run(`await fetch('http://${hostOf(guarded)}/')`)
    expect(answer.body.message).toContain(`adds code:${hostOf(guarded)} to EGRESS_ALLOW`)
    expect(seen).toEqual([])
  })

  test('is denied at the hop where it is led to a private address', async () => {
    redirect = `http://${hostOf(guarded)}/`
    expect((await get(`http://${hostOf(allowed)}/away`)).body).toBe('denied egress_denied')
    expect(seen.map(({ at }) => at)).toEqual(['allowed'])
  })

  test('takes no secret header along to another host', async () => {
    redirect = `http://localhost:${hostOf(guarded).split(':')[1]}/`
    const options =
      '{ headers: { Authorization: "Bearer s", Cookie: "c=1", "x-api-key": "k", "x-plain": "p" } }'
    expect((await get(`http://${hostOf(allowed)}/away`, options)).body).toBe('reached')
    expect(seen.map(({ at }) => at)).toEqual(['allowed', 'guarded'])
    expect(seen[0]?.headers.authorization).toBe('Bearer s')
    for (const name of ['authorization', 'cookie', 'x-api-key'])
      expect(seen[1]?.headers[name]).toBeUndefined()
  })
})
