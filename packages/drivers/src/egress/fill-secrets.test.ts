import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEgress, type Egress, type EgressFetch } from './create-egress.ts'
import { MARK_START, type MarkedSecret } from './fill-secrets.ts'
import { type LocalServer, startLocalServer } from './local-server.fixture.ts'

const MARK = `${MARK_START}api-key-0123456789abcdef0123456789abcdef`
const VALUE = 'sk "quoted"/\\ & <more>+é'

let agreed: LocalServer
let other: LocalServer
let egress: Egress
let answer: (response: ServerResponse) => void
let secret: MarkedSecret
let reads = 0
let reveals = 0

beforeAll(async () => {
  agreed = await startLocalServer((_request, response) => answer(response))
  other = await startLocalServer((_request, response) => response.end('other'))
  egress = createEgress({ allow: [agreed, other].map(({ port }) => `127.0.0.1:${port}`) })
})

beforeEach(() => {
  for (const server of [agreed, other]) server.seen.length = 0
  answer = (response) => response.end('ok')
  reads = 0
  reveals = 0
  secret = secretOf(VALUE)
})

afterAll(async () => {
  await egress.close()
  await Promise.all([agreed, other].map((server) => server.close()))
})

const secretOf = (value: string): MarkedSecret => ({
  mark: MARK,
  name: 'apiKey',
  hosts: [`127.0.0.1:${agreed.port}`],
  reveal() {
    reveals += 1
    return value
  },
})

const list = async () => {
  reads += 1
  return [secret]
}
const send: EgressFetch = (input, init) => egress.fetch(input, init, { secrets: { list } })
const refusal = (server: LocalServer) => ({
  code: 'egress_denied',
  message: expect.stringMatching(new RegExp(`“apiKey”.*127.0.0.1:${server.port}`)),
})

describe('a mark becomes the value of its secret', () => {
  test('in the query, in headers, and inside of a sign-in by name and password', async () => {
    secret = secretOf('a&b=c d/+')
    const basic = Buffer.from(`ada:${MARK}`).toString('base64')
    const response = await send(`${agreed.origin}/v1?key=${MARK}&q=1#part`, {
      headers: { 'x-key': `Token ${MARK}`, authorization: `Basic ${basic}` },
    })
    const [seen] = agreed.seen
    expect(new URL(seen?.url ?? '', agreed.origin).searchParams.get('key')).toBe('a&b=c d/+')
    expect(seen?.headers['x-key']).toBe('Token a&b=c d/+')
    const [, coded = ''] = (seen?.headers.authorization ?? '').split(' ')
    expect(Buffer.from(coded, 'base64').toString()).toBe('ada:a&b=c d/+')
    expect(response.url).toBe(`${agreed.origin}/v1?key=${MARK}&q=1#part`)
  })

  test.each<[string, string | undefined, { body: string; read: (body: string) => string | null }]>([
    ['JSON', 'application/json', { body: `{"key":"${MARK}"}`, read: (body) => JSON.parse(body).key }],
    [
      'JSON that is not named as such',
      undefined,
      { body: `{"key":"${MARK}"}`, read: (body) => JSON.parse(body).key },
    ],
    [
      'a form',
      'application/x-www-form-urlencoded',
      { body: `a=b&key=${MARK}`, read: (body) => new URLSearchParams(body).get('key') },
    ],
    ['text', 'text/plain', { body: `key: ${MARK}`, read: (body) => body.slice('key: '.length) }],
  ])('in a body of %s, written so that it means itself', async (_what, type, { body, read }) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    await send(agreed.origin, {
      method: 'POST',
      body,
      headers: { ...headers, 'content-length': String(body.length) },
    })
    expect(read(agreed.seen[0]?.body ?? '')).toBe(VALUE)
  })

  test('in a body of XML', async () => {
    await send(agreed.origin, {
      method: 'POST',
      body: `<key>${MARK}</key>`,
      headers: { 'content-type': 'application/soap+xml' },
    })
    expect(agreed.seen[0]?.body).toBe('<key>sk &quot;quoted&quot;/\\ &amp; &lt;more&gt;+é</key>')
  })

  test('in the bytes of a form with files, whose other bytes stay', async () => {
    const form = new FormData()
    form.set('key', MARK)
    form.set('file', new Blob(['größe']), 'a.txt')
    await send(agreed.origin, { method: 'POST', body: form })
    expect(agreed.seen[0]?.body).toContain(VALUE)
    expect(agreed.seen[0]?.body).toContain('größe')
    expect(agreed.seen[0]?.body).not.toContain(MARK)
  })
})

describe('a request with a mark is never sent', () => {
  test.each<[string, (origin: string) => [string, RequestInit]]>([
    ['query', (origin) => [`${origin}/?key=${MARK}`, {}]],
    ['header', (origin) => [origin, { headers: { 'x-key': MARK } }]],
    ['sign-in', (origin) => [origin, { headers: { authorization: `Basic ${btoa(`a:${MARK}`)}` } }]],
    ['body', (origin) => [origin, { method: 'POST', body: MARK }]],
    ['bytes', (origin) => [origin, { method: 'POST', body: Buffer.from(MARK) }]],
    ['path', (origin) => [`${origin}/${MARK}`, {}]],
  ])('to a host that is not agreed to, in its %s', async (_place, make) => {
    await expect(send(...make(other.origin))).rejects.toMatchObject(refusal(other))
    expect([other.seen.length, reveals]).toEqual([0, 0])
  })

  test('in a path, in the name of a header, or in the name of the host itself', async () => {
    secret = { ...secret, hosts: [...secret.hosts, '*.example.com'] }
    const told = { code: 'egress_denied', message: expect.stringContaining('“apiKey”') }
    await expect(send(`${agreed.origin}/${MARK}/x`)).rejects.toMatchObject(told)
    await expect(send(agreed.origin, { headers: { [MARK]: 'x' } })).rejects.toMatchObject(told)
    await expect(send(`https://${MARK}.example.com/`)).rejects.toMatchObject(told)
    expect([agreed.seen.length, reveals]).toEqual([0, 0])
  })

  test('where its answer is read and shown as it comes', async () => {
    const call = egress.fetch(`${agreed.origin}/?key=${MARK}`, {}, { secrets: { list, mayLeave: false } })
    await expect(call).rejects.toMatchObject({
      code: 'egress_denied',
      message: expect.stringContaining('“apiKey”'),
    })
    expect([agreed.seen.length, reveals]).toEqual([0, 0])
  })

  test('with a value that no header can hold, which is not told', async () => {
    secret = secretOf('two\nlines-of-it')
    const fault = await send(agreed.origin, { headers: { 'x-key': MARK } }).catch((error: Error) => error)
    expect(fault).toMatchObject({ code: 'egress_denied', message: expect.stringContaining('“apiKey”') })
    expect(`${fault}${(fault as Error).stack}`).not.toContain('lines-of-it')
  })
})

describe('a server that leads on', () => {
  const leadTo = (location: string, status = 307) => {
    answer = (response) => response.writeHead(status, { location }).end()
  }

  test('to another host gets no secret there by a header that may follow', async () => {
    leadTo(`${other.origin}/`)
    const call = send(agreed.origin, { headers: { 'user-agent': MARK } })
    await expect(call).rejects.toMatchObject(refusal(other))
    expect(agreed.seen[0]?.headers['user-agent']).toBe(VALUE)
    expect(other.seen).toEqual([])
  })

  test.each(['plain', 'encoded'])(
    'to another host with the secret in its address is not followed: %s',
    async (form) => {
      secret = secretOf('sk-plain/and+more')
      const told = form === 'plain' ? 'sk-plain/and+more' : encodeURIComponent('sk-plain/and+more')
      leadTo(`${other.origin}/?stolen=${told}`)
      const call = send(`${agreed.origin}/?key=${MARK}`)
      await expect(call).rejects.toThrow('on to a host to which it may not go')
      expect(other.seen).toEqual([])
    },
  )

  test('to a host that is the secret itself is not followed, and not named', async () => {
    secret = secretOf('sk-Top-Secret-1')
    leadTo('http://sk-Top-Secret-1.evil.example/')
    const call = send(`${agreed.origin}/?key=${MARK}`)
    await expect(call).rejects.toThrow('led the secret variable')
    await expect(call).rejects.not.toThrow(/top-secret/i)
  })

  test('to another host without the secret is followed as ever, and to its own with it', async () => {
    leadTo(`${other.origin}/`)
    expect(await (await send(`${agreed.origin}/?key=${MARK}`)).text()).toBe('other')
    expect(other.seen[0]?.url).toBe('/')
    answer = (response) => {
      if (agreed.seen.length > 2) response.end('there')
      else response.writeHead(307, { location: '/next' }).end()
    }
    const response = await send(agreed.origin, { method: 'POST', body: MARK })
    expect(await response.text()).toBe('there')
    expect(agreed.seen[2]).toMatchObject({ url: '/next', body: VALUE })
  })
})

describe('what is no mark of the run', () => {
  test.each([`${MARK_START}api-key-00000000000000000000000000000000`, MARK_START, MARK.toUpperCase()])(
    '%s is sent as the text that it is',
    async (text) => {
      await send(other.origin, { method: 'POST', body: text })
      expect(other.seen[0]?.body).toBe(text)
      expect(reveals).toBe(0)
    },
  )

  test('a request without marks asks for no secret', async () => {
    await send(other.origin, { method: 'POST', body: 'a question', headers: { authorization: 'Basic !' } })
    expect(reads).toBe(0)
  })

  test('a call that takes no secrets sends a mark as text', async () => {
    await egress.fetch(other.origin, { method: 'POST', body: MARK })
    expect(other.seen[0]?.body).toBe(MARK)
  })
})
