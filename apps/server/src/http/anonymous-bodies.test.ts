import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const UNKNOWN = '11111111-2222-4333-8444-555555555555'
const MEGABYTE = 1024 * 1024

let server: TestServer
let administrator: TestCaller
let flowId: string

beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.administrator()
  flowId = await makeFlow(administrator, replyFlow())
})

afterAll(() => server.stop())

const list = (part: string, bytes: number) => `[${`${part},`.repeat(bytes / (part.length + 1))}${part}]`
const ask = (body: object | string, id = flowId, headers: Record<string, string> = {}) =>
  server.anonymous().call<{ text?: string; code?: string }>('POST', `/prediction/${id}`, body, headers)

/** The most that a chunk of a turn may be is told by the intake's test; here is what a stranger meets. */
describe('a body of a stranger', () => {
  test.each([
    ['empty objects', list('{}', MEGABYTE)],
    ['empty lists', list('[]', MEGABYTE)],
    ['numbers', list('1e308', MEGABYTE)],
    ['small texts', list('""', MEGABYTE)],
    ['named values', `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join(',')}}`],
  ])('with very many %s is refused, on every public route', async (_what, values) => {
    for (const [path, body] of [
      [`/prediction/${flowId}`, `{"form":{"a":${values}}}`],
      [`/prediction/${flowId}`, `{"question":"x","overrideConfig":{"vars":{"a":${values}}}}`],
      [`/prediction/${flowId}`, values],
      ['/auth/login', `{"email":${values}}`],
    ] as const)
      expect(await server.anonymous().call('POST', path, body), path).toMatchObject({
        status: 413,
        body: { code: 'body_too_large' },
      })
  })

  test('may hold a long question, and files, which are read one by one', async () => {
    const question = `${'ü'.repeat(50_000)}\\"\\n\\u0041`
    expect((await ask(`{"question":"${question}"}`)).body.text).toBe(
      `You said ${JSON.parse(`"${question}"`)}`,
    )
    const upload = { type: 'file', name: 'a.png', mime: 'image/png', data: 'A'.repeat(5 * MEGABYTE) }
    expect(await ask({ question: 'x', uploads: Array.from({ length: 5 }, () => upload) })).toMatchObject({
      status: 400,
      body: { code: 'uploads_not_supported' },
    })
  })

  test('may ask 200,000 characters, and whoever has a key or a session of the workspace more', async () => {
    const question = 'x'.repeat(200_000)
    expect((await ask({ question })).body.text).toBe(`You said ${question}`)
    expect(await ask({ question: `${question}x` })).toMatchObject({
      status: 413,
      body: { code: 'body_too_large', message: expect.stringContaining('longer than 200000 characters') },
    })
    const tell = async (caller: TestCaller) =>
      (await caller.call('POST', `/prediction/${flowId}`, { question: `${question}x` })).status
    expect(await tell(administrator)).toBe(200)
    expect(await tell((await server.addWorkspace()).caller)).toBe(413)
    expect(await tell((await server.addOrganization()).caller)).toBe(413)
  })

  test.each([
    ['history', { question: 'x', history: [{ role: 'userMessage', content: 'y'.repeat(200_000) }] }],
    ['form', { form: { text: 'y'.repeat(200_000) } }],
  ])('may hold no more in its %s either', async (path, body) => {
    expect(await ask(body)).toMatchObject({
      status: 413,
      body: { code: 'body_too_large', issues: [{ path }] },
    })
    expect((await administrator.call('POST', `/prediction/${flowId}`, body)).status).toBe(200)
  })

  test('may bring the text of a document only where the flow takes documents of its kind', async () => {
    const chatbotConfig = JSON.stringify({
      fullFileUpload: { status: true, allowedUploadFileTypes: 'text/plain' },
    })
    const takes = await makeFlow(administrator, replyFlow('You said {{question}}'), { chatbotConfig })
    const bring = (id: string, name: string, caller = server.anonymous()) =>
      caller.call('POST', `/prediction/${id}`, {
        question: 'x',
        uploads: [{ type: 'file:full', name, data: 'y'.repeat(300_000) }],
      })
    const refusal = { status: 400, body: { code: 'uploads_not_supported', issues: [{ path: 'uploads[0]' }] } }
    expect(await bring(flowId, 'a.txt')).toMatchObject(refusal)
    expect(await bring(takes, 'a.html')).toMatchObject(refusal)
    expect(await bring(takes, 'a')).toMatchObject(refusal)
    expect((await bring(takes, 'a.txt')).status).toBe(200)
    expect((await bring(flowId, 'a.txt', administrator)).status).toBe(200)
  })

  test('may not hold much text beside its files', async () => {
    const long = 'x'.repeat(MEGABYTE)
    const upload = { type: 'file', name: 'a.png', data: 'A'.repeat(3 * MEGABYTE) }
    for (const body of [
      { form: { a: [long, long, long] } },
      { question: 'x', history: [1, 2, 3].map(() => ({ role: 'userMessage', content: long })) },
      { question: 'x', overrideConfig: { vars: { a: long, b: long, c: long } } },
      { question: long, form: { uploads: [upload] } },
      { question: long, uploads: [{ ...upload, data: 'x', name: upload.data }] },
    ])
      expect(await ask(body)).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  })

  test('that is broken inside a long text is refused', async () => {
    for (const bad of ['\\x', '\n', '\\u12'])
      expect(await ask(`{"question":"${'x'.repeat(5_000)}${bad}"}`), bad).toMatchObject({
        status: 400,
        body: { code: 'invalid_json' },
      })
  })

  test('of more than its route takes is refused, announced or not', async () => {
    const tooMuch = JSON.stringify({ email: 'x'.repeat(MEGABYTE) })
    expect((await server.anonymous().call('POST', '/auth/login', tooMuch)).status).toBe(413)
    const stream = new Blob([tooMuch]).stream()
    const response = await fetch(`${server.origin}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-from': 'internal' },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
  })
})

describe('a refused prediction', () => {
  const broken = `{"question":"${'x'.repeat(100_000)}`

  test('is refused before its body is read: no flow, no key, no origin, no calls left', async () => {
    const { id: apikeyid } = await server.withKey(['tools:view'])
    const locked = await makeFlow(administrator, replyFlow(), { apikeyid })
    const listed = await makeFlow(administrator, replyFlow(), {
      chatbotConfig: JSON.stringify({ allowedOrigins: ['https://good.example'] }),
    })
    const rateLimit = { status: true, limitMax: '1', limitDuration: '60', limitMsg: 'enough' }
    const limited = await makeFlow(administrator, replyFlow(), { apiConfig: JSON.stringify({ rateLimit }) })
    await ask({ question: 'x' }, limited)
    expect((await ask(broken, UNKNOWN)).status).toBe(404)
    expect((await ask(broken, locked)).status).toBe(401)
    expect((await ask(broken, listed, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await ask(broken, limited)).status).toBe(429)
    expect((await ask(broken)).status).toBe(400)
  })

  test('that asks for a stream is refused in plain text, which the widget shows', async () => {
    const { id: apikeyid } = await server.withKey(['tools:view'])
    const locked = await makeFlow(administrator, replyFlow(), { apikeyid })
    const answer = await ask({ question: 'x', streaming: true }, locked)
    expect([answer.status, answer.text]).toEqual([401, 'Unauthorized'])
    expect((await ask({ question: 'x' }, locked)).headers.get('content-type')).toContain('json')
  })
})

describe('a form of a stranger', () => {
  const post = (parts: string, id = flowId, headers: Record<string, string> = {}) =>
    server.anonymous().call<{ text?: string; code?: string }>('POST', `/prediction/${id}`, parts, {
      'content-type': 'multipart/form-data; boundary=b',
      ...headers,
    })
  const field = (name: string, text: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`

  test('asks as JSON does', async () => {
    const { body } = await post(`${field('question', 'Grüße')}${field('history', '[]')}--b--\r\n`)
    expect(body.text).toBe('You said Grüße')
  })

  test.each([
    ['much text', `${field('a', 'x'.repeat(2 * MEGABYTE))}${field('b', 'x'.repeat(MEGABYTE))}--b--\r\n`, 413],
    ['a field that is too long', `${field('a', 'x'.repeat(4 * MEGABYTE))}--b--\r\n`, 413],
    ['much JSON', `${field('form', list('{}', MEGABYTE))}--b--\r\n`, 413],
    [
      'little JSON in each of many fields',
      `${['form', 'history', 'vars'].map((name) => field(name, list('{}', 12_000))).join('')}--b--\r\n`,
      413,
    ],
    ['deep JSON', `${field('form', '['.repeat(50_000))}--b--\r\n`, 400],
    ['no end', field('question', 'x'), 400],
    ['no parts', 'nonsense', 400],
  ])('with %s is refused', async (_what, parts, status) => {
    expect((await post(parts)).status).toBe(status)
  })

  test('is refused before it is read where the flow refuses', async () => {
    const { id: apikeyid } = await server.withKey(['tools:view'])
    const locked = await makeFlow(administrator, replyFlow(), { apikeyid })
    const listed = await makeFlow(administrator, replyFlow(), {
      chatbotConfig: JSON.stringify({ allowedOrigins: ['https://good.example'] }),
    })
    const broken = field('question', 'x'.repeat(100_000))
    expect((await post(broken, UNKNOWN)).status).toBe(404)
    expect((await post(broken, locked)).status).toBe(401)
    expect((await post(broken, listed, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(broken)).status).toBe(400)
  })
})
