import type { JsonObject } from '@runnel/contract'
import { authoriseRequest, type HttpReply } from '@runnel/node-kit'
import { createTestStepContext, type TestStepOptions } from '@runnel/node-kit/testing'
import { describe, expect, test } from 'vitest'
import { runHttp } from './run.ts'

const node = { id: 'httpAgentflow_0', type: 'httpAgentflow', label: 'Orders' }
const ok: HttpReply = { status: 200, statusText: 'OK', headers: { etag: 'a' }, body: '{"n":1}' }

function request(values: JsonObject, options: TestStepOptions = {}) {
  return createTestStepContext({
    node,
    http: () => ok,
    ...options,
    values: { url: 'https://api.x/o', ...values },
  })
}

async function sent(values: JsonObject, options: TestStepOptions = {}) {
  const step = request(values, options)
  await runHttp(step.context)
  return step.http[0]
}

const dataOf = async (reply: Partial<HttpReply>, responseType?: string) => {
  const values = responseType === undefined ? {} : { responseType }
  const { output } = await runHttp(request(values, { http: () => ({ ...ok, ...reply }) }).context)
  return (output.http as JsonObject).data
}

describe('a request', () => {
  test('is a GET with headers and query, and gives data, status and headers', async () => {
    const step = request({
      url: 'https://api.x/o?a=1',
      headers: [{ key: 'X-Trace', value: 't' }, { key: '' }],
      queryParams: [{ key: 'q', value: 'a b&c' }],
    })
    const { output } = await runHttp(step.context)
    expect(step.http).toEqual([
      { method: 'GET', url: 'https://api.x/o?a=1&q=a+b%26c', headers: { 'x-trace': 't' } },
    ])
    expect(output).toEqual({
      http: { data: { n: 1 }, status: 200, statusText: 'OK', headers: { etag: 'a' } },
    })
  })

  test('has a body of JSON, with the type of the author where they name one', async () => {
    const body = { method: 'POST', bodyType: 'json', body: '{"a": 1}' }
    expect(await sent(body)).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a": 1}',
    })
    const headers = [{ key: 'Content-Type', value: 'application/ld+json' }]
    expect(await sent({ ...body, headers })).toMatchObject({
      headers: { 'content-type': 'application/ld+json' },
    })
    await expect(sent({ ...body, body: '{"a": "he said "no""}' })).rejects.toThrow(
      'The body of Orders is not JSON',
    )
  })

  test('has a raw body as it was written, and none where the type is missing', async () => {
    expect(await sent({ method: 'PUT', bodyType: 'raw', body: 'a=\n1' })).toMatchObject({
      body: 'a=\n1',
      headers: {},
    })
    expect(await sent({ method: 'PUT', body: 'a' })).not.toHaveProperty('body')
    expect(await sent({ method: 'PUT', bodyType: 'formData', body: '' })).not.toHaveProperty('body')
  })

  test('has a form, whatever stands in its fields', async () => {
    const body = [
      { key: 'a"\r\nb', value: 'x&y=é\n--' },
      { key: 'c', value: 2 },
    ]
    const coded = await sent({ method: 'POST', bodyType: 'xWwwFormUrlencoded', body })
    expect(coded?.headers).toEqual({ 'content-type': 'application/x-www-form-urlencoded' })
    expect([...new URLSearchParams(coded?.body)]).toEqual([
      ['a"\r\nb', 'x&y=é\n--'],
      ['c', '2'],
    ])
    const form = await sent({ method: 'POST', bodyType: 'formData', body })
    const read = await new Response(form?.body ?? '', { headers: form?.headers ?? {} }).formData()
    expect([...read]).toEqual([
      ['a"\r\nb', 'x&y=é\n--'],
      ['c', '2'],
    ])
  })

  test('says what is wrong with an address', async () => {
    await expect(sent({ url: 'api.x/o' })).rejects.toThrow(
      'Orders has no address that can be called: “api.x/o”',
    )
    await expect(sent({ url: '' })).rejects.toThrow('Write it in full')
  })
})

describe('an answer', () => {
  test.each([
    ['JSON', { body: '[1]' }, undefined, [1]],
    ['text where it is no JSON', { body: 'hello' }, 'json', 'hello'],
    ['JSON as text', { body: '[1]' }, 'text', '[1]'],
    [
      'JSON of an unknown type',
      { body: Buffer.from('{"a":"é"}').toString('base64'), isBase64: true },
      '',
      { a: 'é' },
    ],
    ['bytes as base64', { body: '/9j/', isBase64: true }, undefined, '/9j/'],
    ['bytes as base64 when asked', { body: 'hi' }, 'base64', 'aGk='],
    [
      'bytes as a buffer',
      { body: 'AP8=', isBase64: true },
      'arraybuffer',
      { type: 'Buffer', data: [0, 255] },
    ],
  ])('is read as %s', async (...[, reply, responseType, data]) => {
    expect(await dataOf(reply, responseType)).toEqual(data)
  })

  test('of many bytes is not listed byte by byte', async () => {
    await expect(dataOf({ body: 'x'.repeat(1_000_001) }, 'arraybuffer')).rejects.toThrow(
      'Choose Raw (Base64)',
    )
  })

  test.each([
    ['{"message":"No such order"}', ': No such order'],
    ['{"error":{"message":"Wrong","code":3}}', ': Wrong'],
    ['{"error":{"code":3}}', ': {"code":3}'],
    ['<html>', ': Not Found'],
  ])('that refuses (%s) is a fault with its words', async (body, words) => {
    const http = () => ({ ...ok, status: 404, statusText: 'Not Found', body })
    await expect(runHttp(request({}, { http }).context)).rejects.toMatchObject({
      code: 'upstream_error',
      message: `Orders: api.x answered with status 404${words}`,
    })
  })
})

describe('a credential', () => {
  test('authorises the request of the step, and of no step without one', async () => {
    const credentials = { credential: 'c1' }
    const asked = await sent({}, { credentials })
    expect(asked?.authorise?.component).toMatchObject({
      nodeId: 'httpAgentflow_0',
      type: 'httpAgentflow',
      values: { url: 'https://api.x/o' },
      credentials,
    })
    expect(await sent({})).not.toHaveProperty('authorise')
  })

  test('is a name and password, a bearer token or a header', () => {
    const basic = authoriseRequest({ basicAuthUsername: 'ada', basicAuthPassword: 'pä:ss' })
    expect(Buffer.from(basic.headers?.authorization?.slice(6) ?? '', 'base64').toString()).toBe('ada:pä:ss')
    expect(authoriseRequest({ token: ' t ' })).toEqual({ headers: { authorization: 'Bearer t' } })
    expect(authoriseRequest({ key: 'X-Key', value: 'v' })).toEqual({ headers: { 'x-key': 'v' } })
  })

  test.each([
    { token: 'a\nb: c' },
    { key: '', value: 'v' },
    { key: 'a b', value: 'v' },
    { key: 'k', value: '☕' },
  ])('that no header can hold is refused without telling it: %j', (fields) => {
    expect(() => authoriseRequest(fields as Record<string, string>)).toThrow('Open the credential')
  })
})
