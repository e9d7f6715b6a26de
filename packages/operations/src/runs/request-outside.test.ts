import { RunnelError } from '@runnel/contract'
import { scrubber } from '@runnel/drivers'
import type { LeavingRequest } from '@runnel/node-kit'
import { expect, test } from 'vitest'
import type { OperationContext } from '../context.ts'
import { createSecretsOpener, describeLeaving } from '../credentials/open-secrets.ts'
import { NO_SECRETS } from '../run-secrets.ts'
import { requestOutside } from './request-outside.ts'

/** A server that repeats what it was sent, as some do when they refuse a key. */
function echo() {
  const fetch = async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    const body = JSON.stringify({ url, authorization: headers.get('authorization'), said: init.body })
    return new Response(body, {
      status: 401,
      headers: { 'content-type': 'application/json', 'x-echo': headers.get('x-key') ?? '' },
    })
  }
  return { context: { egress: { fetch } } as unknown as OperationContext }
}

const request = { url: 'https://api.example/search?q=a', method: 'POST', body: 'a question' }
const signal = new AbortController().signal

test('a server that repeats the key gives it to nobody: neither to models nor to the journal', async () => {
  const secrets = {
    headers: { authorization: 'Bearer sk-one/two', 'x-key': 'sk-three' },
    query: { api_key: 'sk four&more' },
  }
  const reply = await requestOutside(echo().context, request, { signal, secrets })
  expect(reply.status).toBe(401)
  const told = decodeURIComponent(JSON.stringify(reply))
  for (const secret of ['sk-one/two', 'sk-three', 'sk four', 'sk+four']) expect(told).not.toContain(secret)
  expect(JSON.parse(reply.body)).toMatchObject({ said: 'a question' })
})

test('a server that is too slow is told as such', async () => {
  const fetch = (_url: string, { signal: stop }: RequestInit) =>
    new Promise((_resolve, reject) => stop?.addEventListener('abort', () => reject(stop.reason)))
  const context = { egress: { fetch } } as unknown as OperationContext
  await expect(
    requestOutside(context, { ...request, timeoutMs: 20 }, { signal, secrets: {} }),
  ).rejects.toThrow('The request to api.example took longer than 0.02 seconds.')
})

test('secrets are made of the fields and of the request as it leaves, each try anew', async () => {
  const seen: LeavingRequest[] = []
  const authorise = {
    component: {} as never,
    apply: async ({ key = '' }: Record<string, string>, leaving: LeavingRequest) => {
      seen.push(leaving)
      return { headers: { authorization: `${key} at ${leaving.leavesAt}` } }
    },
  }
  const fields = { key: 'sk-one' }
  const opener = createSecretsOpener(echo().context)
  for (const at of [5, 9])
    expect(await opener.open(authorise, fields, { signal, request: describeLeaving(request, at) })).toEqual({
      headers: { authorization: `sk-one at ${at}` },
    })
  expect(seen[0]).toEqual({ ...request, headers: {}, leavesAt: 5 })
})

test.each(['https://db.example:8443/v1', 'https://db.example:8443/v1/'])(
  'an address that the credential holds stands before the path: %s',
  async (base) => {
    const asked: string[] = []
    const fetch = async (url: string) => {
      asked.push(url)
      return new Response('{}')
    }
    const context = { egress: { fetch } } as unknown as OperationContext
    const secrets = { base, query: { key: 'a b' } }
    await requestOutside(context, { ...request, url: '/points?wait=1' }, { signal, secrets })
    expect(asked).toEqual(['https://db.example:8443/v1/points?wait=1&key=a+b'])
  },
)

test.each(['', 'db.example', 'file:///etc', 'https://'])(
  'a credential whose address is none says what to do: "%s"',
  async (base) => {
    const answer = requestOutside(
      echo().context,
      { ...request, url: '/points' },
      { signal, secrets: { base } },
    )
    await expect(answer).rejects.toMatchObject({ code: 'missing_credential' })
  },
)
test('a credential that says where the server is stands before the rest of the address', async () => {
  const secrets = { base: 'https://tea.example/cache', headers: { authorization: 'Bearer sk-one' } }
  const reply = await requestOutside(echo().context, { url: '?key=a' }, { signal, secrets })
  expect(JSON.parse(reply.body)).toMatchObject({ url: 'https://tea.example/cache?key=a' })
})

test.each([
  ['application/x-amz-json-1.0', false],
  ['application/x-ndjson', false],
  ['application/vnd.api+json; charset=utf-8', false],
  ['application/atom+xml', false],
  ['TEXT/plain', false],
  ['application/pdf', true],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', true],
  ['image/svgz', true],
])('an answer of the type %s is bytes: %s', async (type, isBase64) => {
  const fetch = async () => new Response('{"a": 1}', { headers: { 'content-type': type } })
  const context = { egress: { fetch } } as unknown as OperationContext
  const reply = await requestOutside(context, request, { signal, secrets: {} })
  expect(reply.isBase64 ?? false).toBe(isBase64)
})

test.each(['text/plain', 'image/png'])(
  'a secret variable that comes back as %s is taken out',
  async (type) => {
    const value = 'value that left'
    const fetch = async () =>
      new Response(`\u0001${value}\u0002`, {
        status: 400,
        statusText: `No ${value}`,
        headers: { 'content-type': type, 'x-echo': value },
      })
    const context = { egress: { fetch } } as unknown as OperationContext
    const variables = { ...NO_SECRETS, hide: scrubber([value]) }
    const reply = await requestOutside(context, request, { signal, secrets: {}, variables })
    expect(reply).toMatchObject({ status: 400, statusText: 'No •••', headers: { 'x-echo': '•••' } })
    for (const told of [reply.body, Buffer.from(reply.body, 'base64').toString('latin1')])
      expect(told).not.toMatch(/value|left/)
  },
)

test('a credential that comes back in bytes, in other letters or in the words of a fault is taken out', async () => {
  const value = 'bearer-value-77'
  const secrets = { headers: { authorization: `Bearer ${value}` } }
  const ask = (fetch: () => Promise<Response>, variables = NO_SECRETS) =>
    requestOutside({ egress: { fetch } } as unknown as OperationContext, request, {
      signal,
      secrets,
      variables,
    })
  const image = { headers: { 'content-type': 'image/png' } }
  const { body } = await ask(async () => new Response(`${'x'.repeat(10)}Bearer ${value}`, image))
  expect(body).not.toContain(Buffer.from(`Bearer ${value}`).toString('base64').slice(4, -4))
  const wide = { headers: { 'content-type': 'text/plain; charset=utf-16le', [`x-${value}`]: '1' } }
  const told = await ask(async () => new Response(Buffer.from(`no ${value}`, 'utf16le'), wide))
  expect(told).toMatchObject({ body: 'no •••', headers: { 'content-type': wide.headers['content-type'] } })
  expect(Object.keys(told.headers)).not.toContain(`x-${value}`)
  const fault = new RunnelError('egress_denied', `may not go to ${value}.example`)
  const failed = ask(() => Promise.reject(fault), { ...NO_SECRETS, hide: scrubber([value]) })
  await expect(failed).rejects.toThrow('may not go to •••.example')
})

test.each([[undefined], ['stranger' as const]])(
  'an address that a model or another server named is called as one: %s',
  async (purpose) => {
    const told: unknown[] = []
    const fetch = async (_url: string, _init: RequestInit, options = {}) => {
      told.push(options)
      return new Response('ok')
    }
    const context = { egress: { fetch } } as unknown as OperationContext
    const named = purpose && { purpose, namedBy: 'https://docs.example/' }
    await requestOutside(context, { ...request, ...named }, { signal, secrets: {} })
    expect(told).toMatchObject([named ?? {}])
    expect(told).toHaveLength(1)
  },
)
