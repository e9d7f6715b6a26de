import { createOpenAI } from '@ai-sdk/openai'
import { APICallError, type EmbeddingModelV4CallOptions } from '@ai-sdk/provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeOpenAI, startFakeOpenAI } from './fake-openai-server.ts'

let vendor: FakeOpenAI

beforeAll(async () => {
  vendor = await startFakeOpenAI({ apiKey: 'sk-test' })
})
afterAll(() => vendor.close())

type Asked = Partial<EmbeddingModelV4CallOptions> & { model?: string; apiKey?: string }

async function embed(
  values: string[],
  { model = 'text-embedding-3-small', apiKey = 'sk-test', ...rest }: Asked = {},
) {
  const openAI = createOpenAI({ baseURL: vendor.baseURL, apiKey })
  return await openAI.embedding(model).doEmbed({ values, ...rest })
}

async function post(body: object) {
  const headers = { authorization: 'Bearer sk-test', 'content-type': 'application/json' }
  const response = await fetch(`${vendor.baseURL}/embeddings`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return { status: response.status, value: (await response.json()) as { data: { embedding: string }[] } }
}

async function failure(call: Promise<unknown>): Promise<APICallError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!APICallError.isInstance(error)) throw new Error('The call did not fail as a call of the API.')
  return error
}

function likeness(a: number[] = [], b: number[] = []): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}

describe('a vector', () => {
  test('is always the same for a text, of length 1 and as long as the model makes it', async () => {
    const { embeddings, usage } = await embed(['A cat', 'A dog'])
    const again = await embed(['A dog'])
    expect(embeddings[1]).toEqual(again.embeddings[0])
    expect(embeddings[0]).not.toEqual(embeddings[1])
    expect(embeddings[0]).toHaveLength(1536)
    expect(likeness(embeddings[0], embeddings[0])).toBeCloseTo(1)
    expect(usage).toEqual({ tokens: 4 })
    expect((await embed(['x'], { model: 'text-embedding-3-large' })).embeddings[0]).toHaveLength(3072)
  })

  test.each([1536, 256])('of %i numbers lies near that of a text with the same words', async (dimensions) => {
    const texts = ['How do I reset my password?', 'Reset your password here.', 'The weather in Oslo is cold.']
    const [question, answer, other] = (await embed(texts, { dimensions })).embeddings
    expect(question).toHaveLength(dimensions)
    expect(likeness(question, answer)).toBeGreaterThan(0.25)
    expect(likeness(question, other)).toBeLessThan(0.2)
  })

  test('comes in base64 too', async () => {
    const { value } = await post({
      model: 'text-embedding-3-small',
      input: 'A cat',
      encoding_format: 'base64',
    })
    const bytes = Buffer.from(value.data[0]?.embedding ?? '', 'base64')
    const numbers = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
    const { embeddings } = await embed(['A cat'])
    expect(numbers).toHaveLength(1536)
    expect(numbers[7]).toBeCloseTo(embeddings[0]?.[7] ?? 0)
  })
})

describe('a call is refused', () => {
  test.each<[what: string, values: string[], asked: Asked, status: number, words: string]>([
    ['with a wrong key', ['a'], { apiKey: 'nope' }, 401, 'Incorrect API key'],
    ['for a model that is not there', ['a'], { model: 'text-embedding-9' }, 404, 'does not exist'],
    ['for a model that chats', ['a'], { model: 'gpt-4o' }, 403, 'not allowed to generate embeddings'],
    ['with an empty text', ['a', ''], {}, 400, "'$.input' is invalid"],
    ['with no text', [], {}, 400, "'$.input' is invalid"],
    ['with a long text', ['x'.repeat(8192 * 4 + 1)], {}, 400, 'maximum context length is 8192 tokens'],
    [
      'with too much together',
      Array(40).fill('x'.repeat(8000 * 4)),
      {},
      400,
      'max 300000 tokens per request',
    ],
    ['with too many numbers', ['a'], { dimensions: 1537 }, 400, "Invalid value for 'dimensions'"],
    [
      'with numbers for an old model',
      ['a'],
      { dimensions: 2, model: 'text-embedding-ada-002' },
      400,
      'specifying dimensions',
    ],
  ])('%s', async (_, ...[values, options, statusCode, words]) => {
    const error = await failure(embed(values, options))
    expect(error.statusCode).toBe(statusCode)
    expect(error.message).toContain(words)
  })

  test('with more than 2,048 texts', async () => {
    expect((await embed(Array(2048).fill('a'))).embeddings).toHaveLength(2048)
    const body = { model: 'text-embedding-3-small', input: Array(2049).fill('a') }
    expect(await post(body)).toMatchObject({
      status: 400,
      value: { error: { code: 'array_above_max_length' } },
    })
  })

  test('as a test wants it, and then no more', async () => {
    vendor.embedWith(
      { status: 429, headers: { 'retry-after': '3' } },
      undefined,
      { hangUp: true },
      { malformed: '<' },
    )
    expect(await failure(embed(['a']))).toMatchObject({
      statusCode: 429,
      isRetryable: true,
      responseHeaders: { 'retry-after': '3' },
    })
    expect((await embed(['a'])).embeddings).toHaveLength(1)
    await expect(embed(['a'])).rejects.toThrow()
    await expect(embed(['a'])).rejects.toThrow()
    expect((await embed(['a'])).embeddings).toHaveLength(1)
  })

  test('by one who waits no longer', async () => {
    vendor.embedWith({ delayMs: 300 })
    await expect(embed(['a'], { abortSignal: AbortSignal.timeout(50) })).rejects.toThrow()
  })
})
