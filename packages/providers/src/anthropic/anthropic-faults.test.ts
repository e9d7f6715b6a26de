import type { JsonObject } from '@runnel/contract'
import type { ModelRequest } from '@runnel/node-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FakeAnthropicReply } from '../testing/fake-anthropic/anthropic-reply.ts'
import { type FakeAnthropic, startFakeAnthropic } from '../testing/fake-anthropic/fake-anthropic-server.ts'
import { modelWith, providerContext } from '../testing/provider-context.fixture.ts'
import { listAnthropicModels } from './list-anthropic-models.ts'
import { openAnthropicChatModel } from './open-anthropic-chat-model.ts'

let vendor: FakeAnthropic

beforeAll(async () => {
  vendor = await startFakeAnthropic()
})
afterAll(() => vendor.close())

const KEY = 'sk-ant-secret-0123456789'
const hello: ModelRequest = { messages: [{ role: 'user', content: 'A private question' }] }
const noSignal = new AbortController().signal

function open(values: JsonObject = {}, key = KEY) {
  const all = { modelName: 'claude-haiku-4-5', basepath: vendor.baseURL, ...values }
  return openAnthropicChatModel(modelWith(all), providerContext({ anthropicApiKey: key }))
}

async function failWith(way: 'generate' | 'stream', reply: FakeAnthropicReply): Promise<Error> {
  vendor.respondWith(reply)
  const model = await open()
  const call = async () => {
    if (way === 'generate') return void (await model.generate(hello, noSignal))
    for await (const _part of model.stream(hello, noSignal));
  }
  const error = await call().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Error)) throw new Error('The call did not fail.')
  expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toContain(KEY)
  return error
}

describe.each(['generate', 'stream'] as const)('a refusal by %s', (way) => {
  test.each([
    [401, 'refused the API key', false],
    [404, 'does not know the model', false],
    [413, 'too large', false],
    [429, 'asked too often', true],
    [500, 'has a fault of its own', true],
    [529, 'has a fault of its own', true],
  ])('with status %i says what happened and whether to try again', async (status, words, retryable) => {
    const error = await failWith(way, { status, message: `Words of ${KEY}` })
    expect(error).toMatchObject({ code: 'model_error', retryable, vendorStatus: status })
    expect(error.message).toContain(words)
    expect(error.message).toContain('claude-haiku-4-5')
  })

  test('hands on how long to wait', async () => {
    const error = await failWith(way, { status: 429, headers: { 'retry-after': '7' } })
    expect(error).toMatchObject({ retryAfterMs: 7000 })
  })

  test('for want of credit says so', async () => {
    const message = 'Your credit balance is too low to access the Anthropic API.'
    const error = await failWith(way, { status: 400, message })
    expect(error).toMatchObject({ retryable: false })
    expect(error.message).toContain('no credit')
  })

  test('of a closed connection may be tried again', async () => {
    expect(await failWith(way, { hangUp: true })).toMatchObject({ code: 'model_error', retryable: true })
  })
})

describe('a stream', () => {
  test('that is cut in the middle is a fault that may be tried again', async () => {
    const error = await failWith('stream', { text: 'One two three.', cutAfter: 2, tokenDelayMs: 5 })
    expect(error).toMatchObject({ code: 'model_error', retryable: true })
  })

  test.each([-1, 1])('that is overloaded after %i words is refused like an answer', async (errorAfter) => {
    const reply = { text: 'One two three.', errorAfter, errorType: 'overloaded_error' }
    expect(await failWith('stream', reply)).toMatchObject({ retryable: true, vendorStatus: 529 })
  })

  test('ends while the vendor is silent, when the run is stopped', async () => {
    vendor.respondWith({ text: 'Never.', firstTokenDelayMs: 20_000 })
    const stop = new AbortController()
    const before = vendor.callCount
    const reading = (async () => {
      for await (const _part of (await open()).stream(hello, stop.signal));
    })()
    await expect.poll(() => vendor.callCount).toBe(before + 1)
    stop.abort()
    await expect(reading).rejects.toThrow()
  })
})

test('a model without a key, without a name, or at no address is not called', async () => {
  await expect(open({}, '')).rejects.toMatchObject({ code: 'missing_credential' })
  await expect(open({ modelName: '' })).rejects.toThrow('no name')
  await expect(open({ basepath: 'ftp://x' })).rejects.toThrow('not a web address')
})

describe('the list of models', () => {
  const around = { catalogue: [], previousNodes: [], signal: noSignal }
  const offer = async (values: JsonObject, credential?: Record<string, string>) => {
    const asked: string[] = []
    const shown: string[] = []
    const options = await listAnthropicModels({
      ...around,
      values,
      ...(credential ? { credential } : {}),
      fetch: async (url, init) => {
        asked.push(url)
        shown.push(JSON.stringify(init?.headers))
        return Response.json({ data: [{ id: 'claude-9' }, { odd: true }] })
      },
    })
    return { asked, shown, names: options.map(({ name }) => name) }
  }

  test('holds what Anthropic offers to the key beside the known names', async () => {
    const { asked, names } = await offer({}, { anthropicApiKey: KEY })
    expect(asked).toEqual(['https://api.anthropic.com/v1/models?limit=1000'])
    expect(names).toContain('claude-9')
    expect(names).toContain('claude-haiku-4-5')
  })

  test('never sends the key to another server', async () => {
    const there = { basepath: 'https://gateway.example/v1' }
    const { asked, shown, names } = await offer(there, { anthropicApiKey: KEY })
    expect(asked).toEqual(['https://gateway.example/v1/models?limit=1000'])
    expect(shown.join()).not.toContain(KEY)
    expect(names).toEqual(['claude-9'])
  })
})
