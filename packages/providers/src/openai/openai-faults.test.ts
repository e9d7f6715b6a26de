import type { JsonObject } from '@runnel/contract'
import { isRunnelError, RunnelError } from '@runnel/contract'
import { isModelError, type ModelRequest } from '@runnel/node-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FakeReply } from '../testing/fake-openai-reply.ts'
import { type FakeOpenAI, startFakeOpenAI } from '../testing/fake-openai-server.ts'
import { modelWith, providerContext } from '../testing/provider-context.fixture.ts'
import { openOpenAIChatModel } from './open-openai-chat-model.ts'

let vendor: FakeOpenAI

beforeAll(async () => {
  vendor = await startFakeOpenAI()
})
afterAll(() => vendor.close())

const KEY = 'sk-secret-0123456789'
const hello: ModelRequest = { messages: [{ role: 'user', content: 'A private question' }] }

async function failWith(reply: FakeReply, values: JsonObject = {}): Promise<Error> {
  vendor.respondWith(reply)
  const all = { modelName: 'gpt-4o-mini', basepath: vendor.baseURL, ...values }
  const model = await openOpenAIChatModel(modelWith(all), providerContext({ openAIApiKey: KEY }))
  const error = await model.generate(hello, new AbortController().signal).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Error)) throw new Error('The call did not fail.')
  return error
}

describe('a refusal', () => {
  test.each([
    [400, 'refused the request', false],
    [401, 'refused the API key', false],
    [403, 'does not allow this key', false],
    [404, 'does not know the model gpt-4o-mini', false],
    [413, 'too large', false],
    [429, 'asked too often', true],
    [500, 'has a fault of its own', true],
    [503, 'has a fault of its own', true],
  ])('with status %i says what happened and whether to try again', async (status, words, retryable) => {
    const error = await failWith({ status, message: 'Words of the vendor' })
    expect(error).toMatchObject({ code: 'model_error', retryable, vendorStatus: status })
    expect(error.message).toContain(words)
    expect(error.message).toContain('gpt-4o-mini')
    expect(error.message).toContain(vendor.host)
  })

  test('for want of credit is not tried again', async () => {
    const error = await failWith({
      status: 429,
      message: 'You exceeded your quota',
      code: 'insufficient_quota',
    })
    expect(error).toMatchObject({ retryable: false })
    expect(error.message).toContain('no credit')
  })

  test('hands on how long to wait', async () => {
    const inSeconds = await failWith({ status: 429, headers: { 'retry-after': '7' } })
    expect(inSeconds).toMatchObject({ retryAfterMs: 7000 })
    const inMilliseconds = await failWith({ status: 429, headers: { 'retry-after-ms': '250' } })
    expect(inMilliseconds).toMatchObject({ retryAfterMs: 250 })
  })

  test('never repeats the key or the prompt, even when the vendor does', async () => {
    const error = await failWith({ status: 400, message: `Bad key ${KEY} for this` })
    const told = JSON.stringify([error.message, String(error.cause), { ...error }, error.stack])
    expect(told).not.toContain(KEY)
    expect(told).not.toContain('A private question')
    expect(error.message).toContain('•••')
  })
})

describe('a broken answer', () => {
  test('that is no JSON names the server and may be tried again', async () => {
    const error = await failWith({ malformed: '<html>Bad gateway</html>' })
    expect(error).toMatchObject({ code: 'model_error', retryable: true })
    expect(error.message).toContain('cannot be read')
  })

  test('of a closed connection may be tried again', async () => {
    const error = await failWith({ hangUp: true })
    expect(error).toMatchObject({ code: 'model_error', retryable: true })
    expect(error.message).toContain('connection')
  })

  test('with a tool call that is no JSON names the tool', async () => {
    const error = await failWith({ toolCalls: [{ name: 'weather', input: '{"city": ' }] })
    expect(isModelError(error) && error.retryable).toBe(true)
    expect(error.message).toContain('weather')
  })
})

describe('what the author left wrong', () => {
  test('a server that is not there', async () => {
    const values = { modelName: 'm', basepath: 'http://127.0.0.1:9/v1' }
    const model = await openOpenAIChatModel(modelWith(values), providerContext({ openAIApiKey: KEY }))
    const calling = model.generate(hello, new AbortController().signal)
    const error = await calling.catch((thrown: Error) => thrown)
    if (!(error instanceof Error)) throw new Error('The call did not fail.')
    expect(error).toMatchObject({ code: 'model_error', retryable: true })
    expect(error.message).toContain('127.0.0.1:9')
  })

  test('OpenAI without a key, a base path that is none, no model, a header that cannot be sent', async () => {
    const open = (values: JsonObject) => openOpenAIChatModel(modelWith(values), providerContext())
    await expect(open({ modelName: 'gpt-4o' })).rejects.toMatchObject({ code: 'missing_credential' })
    await expect(open({ modelName: 'gpt-4o', basepath: 'ftp://x' })).rejects.toThrow('not a web address')
    await expect(open({ basepath: vendor.baseURL })).rejects.toThrow('no name')
    const withHost = { modelName: 'm', basepath: vendor.baseURL, baseOptions: { Host: 'inside' } }
    await expect(open(withHost)).rejects.toThrow('"Host"')
  })

  test('an address that the egress client refuses keeps its own words', async () => {
    const context = providerContext({ openAIApiKey: KEY })
    const refused = new RunnelError('egress_denied', '10.0.0.1:80 is a private address.')
    const model = await openOpenAIChatModel(modelWith({ modelName: 'm', basepath: 'http://10.0.0.1/v1' }), {
      ...context,
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause: refused })),
    })
    const error = await model.generate(hello, new AbortController().signal).catch((thrown: unknown) => thrown)
    expect(isRunnelError(error) && error.code).toBe('egress_denied')
  })

  test('a server of ones own needs no key, and gets no header for one', async () => {
    vendor.requests.length = 0
    const values = { modelName: 'llama', basepath: vendor.baseURL }
    const model = await openOpenAIChatModel(modelWith(values), providerContext())
    await model.generate(hello, new AbortController().signal)
    expect(vendor.requests[0]?.headers).not.toHaveProperty('authorization')
  })
})
