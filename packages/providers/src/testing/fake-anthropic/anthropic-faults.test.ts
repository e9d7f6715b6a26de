import { createAnthropic } from '@ai-sdk/anthropic'
import {
  APICallError,
  type LanguageModelV4CallOptions,
  type LanguageModelV4Prompt,
  type LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeAnthropic, startFakeAnthropic } from './fake-anthropic-server.ts'

let vendor: FakeAnthropic

beforeAll(async () => {
  vendor = await startFakeAnthropic({ apiKey: 'sk-ant-test' })
})
afterAll(() => vendor.close())

const hello: LanguageModelV4Prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hello there' }] }]

function open(apiKey = 'sk-ant-test') {
  return createAnthropic({ baseURL: vendor.baseURL, apiKey })('claude-haiku-4-5')
}

async function generate() {
  return await open().doGenerate({ prompt: hello })
}

async function stream(options: Partial<LanguageModelV4CallOptions> = {}) {
  const { stream } = await open().doStream({ prompt: hello, ...options })
  const parts: LanguageModelV4StreamPart[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

describe('a fault', () => {
  async function failure(call: Promise<unknown>): Promise<APICallError> {
    const error = await call.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (!APICallError.isInstance(error)) throw new Error('The call did not fail as a call of the API.')
    return error
  }

  test.each([
    [400, 'invalid_request_error', false],
    [403, 'permission_error', false],
    [429, 'rate_limit_error', true],
    [500, 'api_error', true],
    [529, 'overloaded_error', true],
  ])('with status %i has the vendor’s form', async (status, type, isRetryable) => {
    vendor.respondWith({ status, message: 'Words of the vendor', headers: { 'retry-after': '7' } })
    const error = await failure(generate())
    expect(error).toMatchObject({ statusCode: status, isRetryable, message: 'Words of the vendor' })
    expect(error.data).toMatchObject({ type: 'error', error: { type } })
    expect(error.responseHeaders).toMatchObject({ 'retry-after': '7' })
  })

  test('of the key is told', async () => {
    const call = Promise.resolve(open('nope').doGenerate({ prompt: hello }))
    expect(await failure(call)).toMatchObject({
      statusCode: 401,
      message: 'invalid x-api-key',
    })
  })

  test('may be the first event of a stream, or a later one', async () => {
    vendor.respondWith({ text: 'One two', errorAfter: -1 }, { text: 'One two', errorAfter: 1 })
    expect(await failure(stream())).toMatchObject({
      statusCode: 529,
      isRetryable: true,
      message: 'Overloaded',
    })
    const parts = await stream()
    expect(parts.at(-1)).toMatchObject({ type: 'error', error: { type: 'overloaded_error' } })
  })

  test('may be a stream that breaks, a closed socket, or bytes that are no JSON', async () => {
    vendor.respondWith({ text: 'One two', cutAfter: 1 }, { hangUp: true }, { malformed: '<html>' })
    await expect(stream()).rejects.toThrow()
    await expect(generate()).rejects.toThrow()
    await expect(generate()).rejects.toThrow()
  })

  test('may be a slow stream that is given up', async () => {
    vendor.respondWith({ text: 'One two three', tokenDelayMs: 200 })
    await expect(stream({ abortSignal: AbortSignal.timeout(100) })).rejects.toThrow()
  })
})

describe('the list of models', () => {
  const headers = { 'x-api-key': 'sk-ant-test', 'anthropic-version': '2023-06-01' }
  const read = async (path: string) => (await fetch(`${vendor.baseURL}/${path}`, { headers })).json()

  test('comes in pages', async () => {
    const first = (await read('models?limit=2')) as {
      data: { id: string }[]
      has_more: boolean
      last_id: string
    }
    expect(first.data).toHaveLength(2)
    expect(first.has_more).toBe(true)
    const rest = (await read(`models?limit=1000&after_id=${first.last_id}`)) as typeof first
    expect(rest.has_more).toBe(false)
    expect(rest.data.map(({ id }) => id)).toContain('claude-haiku-4-5')
    expect(rest.data.map(({ id }) => id)).not.toContain(first.last_id)
  })

  test('names one', async () => {
    expect(await read('models/claude-haiku-4-5')).toMatchObject({
      type: 'model',
      display_name: 'Claude haiku 4 5',
    })
    expect(await read('models/claude-nope')).toMatchObject({ error: { type: 'not_found_error' } })
  })
})
