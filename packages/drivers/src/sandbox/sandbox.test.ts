import { join } from 'node:path'
import { RunnelError, SANDBOX_GLOBALS, SANDBOX_MODULES } from '@runnel/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { createSandbox } from './create-sandbox.ts'
import type { SandboxRequest, SandboxRun } from './sandbox.ts'

const childPath = join(import.meta.dirname, 'sandbox-child.ts')
const sandbox = createSandbox({ childPath, maxChildren: 2, limits: { timeoutMs: 10_000 } })

afterAll(() => sandbox.close())

async function resultOf(code: string, more: Partial<SandboxRun> = {}) {
  return (await sandbox.run({ code, globals: {}, ...more })).value
}

describe('a function', () => {
  test('gets its globals and returns JSON', async () => {
    const globals = { $input: { n: 2 }, $vars: { a: 'x' }, $flow: { state: [1] }, $my_name: null }
    expect(
      await resultOf('return { n: $input.n + 1, a: $vars.a, s: $flow.state, m: $my_name }', { globals }),
    ).toEqual({
      n: 3,
      a: 'x',
      s: [1],
      m: null,
    })
  })

  test.each([
    ['', null],
    ['return undefined', null],
    ['return () => 1', null],
    ['return NaN', null],
    ['return "text" // a comment at the end', 'text'],
    ['return new Date(0)', '1970-01-01T00:00:00.000Z'],
    ['return await Promise.all([1, Promise.resolve(2)])', [1, 2]],
    ['const later = (ms) => new Promise((r) => setTimeout(r, ms, ms)); return await later(5)', 5],
    [
      'let n = 0; await new Promise((r) => { const t = setInterval(() => { if (++n === 3) { clearInterval(t); r() } }, 1) }); return n',
      3,
    ],
    ['const t = setTimeout(() => { throw 1 }, 1); clearTimeout(t); return 1', 1],
    ['return [atob(btoa("héllo")), btoa("a"), btoa("ab"), btoa("abc")]', ['héllo', 'YQ==', 'YWI=', 'YWJj']],
  ])('%j gives %j', async (code, value) => {
    expect(await resultOf(code)).toEqual(value)
  })

  test('has its console lines collected', async () => {
    const { logs } = await sandbox.run({
      code: 'console.log("a", { b: 1 }, 2); console.error(new Error("bad").message)',
      globals: {},
    })
    expect(logs).toEqual(['a {"b":1} 2', 'bad'])
  })

  test('that fails names the error and the line', async () => {
    const failing: [string, RegExp][] = [
      ['const a = 1\nthrow new Error("no luck")', /^no luck \(line 2\)$/],
      ['\n\nreturn missing.name', /^ReferenceError: .*missing.* \(line 3\)$/],
      ['const a = 1\nconst = 2', /^SyntaxError: .*\(line 2\)$/],
      ['throw "plain"', /^plain$/],
      ['throw { a: 1 }', /^\{"a":1\}$/],
      ['return 10n', /^TypeError/],
      ['const a = {}; a.a = a; return a', /^TypeError: circular/],
    ]
    for (const [code, message] of failing) {
      await expect(resultOf(code)).rejects.toMatchObject({
        code: 'sandbox_error',
        message: expect.stringMatching(message),
      })
    }
  })

  test('leaves nothing behind for the next one', async () => {
    await resultOf('globalThis.left = 1; Array.prototype.left = 1; Object.prototype.left = 1; return 1')
    expect(await resultOf('return [typeof left, typeof [].left, typeof ({}).left]')).toEqual([
      'undefined',
      'undefined',
      'undefined',
    ])
  })

  test('runs beside others without mixing them up', async () => {
    const runs = Array.from({ length: 12 }, (_, n) =>
      resultOf('await new Promise((r) => setTimeout(r, $n % 3)); return $n', { globals: { $n: n } }),
    )
    expect(await Promise.all(runs)).toEqual(Array.from({ length: 12 }, (_, n) => n))
  })
})

describe('web requests', () => {
  const seen: SandboxRequest[] = []
  const broker = {
    async fetch(request: SandboxRequest) {
      seen.push(request)
      if (request.url.includes('denied'))
        throw new RunnelError('egress_denied', 'Calling denied:80 is not allowed')
      const status = Number(/status=(\d+)/.exec(request.url)?.[1] ?? 200)
      return {
        status,
        statusText: 'Fine',
        headers: { 'x-a': '1' },
        body: JSON.stringify({ got: request.url }),
      }
    },
  }
  const ask = (code: string) => resultOf(code, { broker })

  test('go by fetch and node-fetch through the broker', async () => {
    expect(
      await ask(`const fetch2 = require('node-fetch')
        const r = await fetch2('http://a.example/x', { method: 'post', body: 'b', headers: { 'X-B': 1 } })
        return [r.ok, r.status, r.statusText, r.headers.get('X-A'), await r.json(), await r.text()]`),
    ).toEqual([true, 200, 'Fine', '1', { got: 'http://a.example/x' }, '{"got":"http://a.example/x"}'])
    expect(seen.at(-1)).toEqual({
      url: 'http://a.example/x',
      method: 'POST',
      headers: { 'x-b': '1' },
      body: 'b',
    })
  })

  test('go by axios in all its forms', async () => {
    expect(
      await ask(`const axios = require('axios')
        const a = await axios.get('http://a.example/x?y=1', { params: { q: 'a b', n: [1, 2], skip: undefined } })
        const b = await axios({ url: 'http://b.example', method: 'put', data: { d: 1 }, auth: { username: 'u', password: 'p' } })
        const c = await axios.create({ baseURL: 'http://c.example/v1/', headers: { k: 'v' } }).post('/things', 'raw')
        const d = await axios.request({ url: 'http://d.example', responseType: 'text' })
        return [a.data.got, a.status, a.statusText, a.headers['x-a'], b.data.got, c.data.got, d.data]`),
    ).toEqual([
      'http://a.example/x?y=1&q=a%20b&n%5B%5D=1&n%5B%5D=2',
      200,
      'Fine',
      '1',
      'http://b.example',
      'http://c.example/v1/things',
      '{"got":"http://d.example"}',
    ])
    const [put, post] = seen.slice(-3)
    expect(put).toMatchObject({
      method: 'PUT',
      body: '{"d":1}',
      headers: { 'content-type': 'application/json', authorization: `Basic ${btoa('u:p')}` },
    })
    expect(post).toMatchObject({ method: 'POST', body: 'raw', headers: { k: 'v' } })
  })

  test('take URLs and forms made of URLSearchParams', async () => {
    await ask(`const form = new URLSearchParams({ a: 'x y', b: '&' })
      await fetch(new URL('/x', 'http://a.example'), { method: 'POST', body: form })
      await axios.post('http://b.example', form)
      await axios.get(new URL('http://c.example/?q=1'), { params: new URLSearchParams('p=ü') })
      await axios(new URL('http://d.example'))`)
    const type = expect.stringMatching(/^application\/x-www-form-urlencoded/)
    const form = {
      method: 'POST',
      body: 'a=x+y&b=%26',
      headers: expect.objectContaining({ 'content-type': type }),
    }
    expect(seen.slice(-4)).toMatchObject([
      { url: 'http://a.example/x', ...form },
      { url: 'http://b.example', ...form },
      { url: 'http://c.example/?q=1&p=%C3%BC', method: 'GET' },
      { url: 'http://d.example/' },
    ])
  })

  test('axios throws from status 400 on, with the response', async () => {
    expect(
      await ask(`try { await axios.delete('http://a.example/?status=404') } catch (e) {
        return [e.message, e.isAxiosError, axios.isAxiosError(e), e.response.status, e.response.data.got, e.code] }`),
    ).toEqual([
      'Request failed with status code 404',
      true,
      true,
      404,
      'http://a.example/?status=404',
      'ERR_BAD_REQUEST',
    ])
    expect(
      await ask(
        'return (await axios("http://a.example/?status=500", { validateStatus: () => true })).status',
      ),
    ).toBe(500)
  })

  test('that are refused are errors with the code of the refusal', async () => {
    const code = (call: string) => `try { await ${call} } catch (e) { return [e.code, e.message] }`
    const refusal = ['egress_denied', 'Calling denied:80 is not allowed']
    expect(await ask(code('fetch("http://denied")'))).toEqual(refusal)
    expect(await ask(code('axios.get("http://denied")'))).toEqual(refusal)
    expect(await resultOf(code('fetch("http://a.example")'))).toEqual([
      'egress_denied',
      'Web requests are not allowed here.',
    ])
  })

  test('tools are called by name', async () => {
    const call = async (name: string, args: unknown) => ({ name, args: JSON.stringify(args) })
    expect(await resultOf('return await callTool("sum", [1, 2])', { broker: { call } })).toEqual({
      name: 'sum',
      args: '[1,2]',
    })
  })

  test('only listed modules can be required, and the message lists them', async () => {
    await expect(ask('return require("lodash")')).rejects.toThrow(
      /require\('lodash'\) is not available.*axios, node-fetch/,
    )
  })

  test('what editors of code offer is there, and nothing else can be required', async () => {
    const code = `return ${JSON.stringify(Object.keys(SANDBOX_GLOBALS))}.filter((name) => globalThis[name] === undefined)`
    expect(await resultOf(code)).toEqual([])
    for (const name of SANDBOX_MODULES)
      expect(await resultOf(`return typeof require('${name}')`)).toMatch(/object|function/)
    const { message } = (await resultOf(
      'try { require("x") } catch ({ message }) { return { message } }',
    )) as { message: string }
    expect(message.split(': ').at(-1)).toBe(SANDBOX_MODULES.join(', '))
  })
})
