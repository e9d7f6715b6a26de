import { type ModelPart, type ModelReply, reasoningOf, textOf, toolCallsOf } from '@runnel/node-kit'
import { describe, expect, test } from 'vitest'
import { modelWith, providerContext } from '../testing/provider-context.fixture.ts'
import { openOpenAIChatModel } from './open-openai-chat-model.ts'

const frame = (value: object) => `data: ${JSON.stringify(value)}\n\n`
const delta = (value: object, finish: string | null = null) =>
  frame({ id: 'c-1', model: 'm-1', choices: [{ index: 0, delta: value, finish_reason: finish }] })
const DONE = `${delta({}, 'stop')}data: [DONE]\n\n`

function bodyOf(pieces: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const left = pieces.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece))
  return new ReadableStream({
    pull(controller) {
      const next = left.shift()
      if (next) controller.enqueue(next)
      else controller.close()
    },
  })
}

async function* streamOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ModelPart> {
  const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  const component = modelWith({ modelName: 'm-1', basepath: 'http://vendor.example/v1' })
  const model = await openOpenAIChatModel(component, { ...providerContext(), fetch })
  yield* model.stream({ messages: [{ role: 'user', content: 'Hello' }] }, new AbortController().signal)
}

async function read(...pieces: (string | Uint8Array)[]) {
  const parts: ModelPart[] = []
  for await (const part of streamOf(bodyOf(pieces))) parts.push(part)
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const last = parts.at(-1)
  if (last?.type !== 'finish') throw new Error('The stream did not end with its reply.')
  const reply: ModelReply = last.reply
  return { texts, parts, reply, text: textOf(reply.parts), calls: toolCallsOf(reply.parts) }
}

describe('a stream of a chat completion', () => {
  test('is read alike however its bytes are cut', async () => {
    const whole = new TextEncoder().encode(
      `: hello\n\n${delta({ role: 'assistant', content: '' })}${delta({ content: 'Grüß' })}${delta({ content: ' 🚀' })}${DONE}`,
    )
    for (const size of [1, 2, 3, 5, 7, 11, 64, 101, 150, whole.length]) {
      const pieces = []
      for (let at = 0; at < whole.length; at += size) pieces.push(whole.slice(at, at + size))
      expect(await read(...pieces)).toMatchObject({
        texts: ['Grüß', ' 🚀'],
        text: 'Grüß 🚀',
        reply: { finishReason: 'stop', metadata: { id: 'c-1', model_name: 'm-1' } },
      })
    }
  })

  test('may end its lines the other way, leave the space out and spread its data over lines', async () => {
    const spread = `event: x\r\ndata:{"choices":\r\ndata: [{"index":0,"delta":{"content":"A"}}]}\r\n\r\n`
    expect((await read(spread, DONE.replaceAll('\n', '\r\n'))).text).toBe('A')
  })

  test('tells the usage that comes last, and none where the server counts none', async () => {
    const usage = frame({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } })
    const told = await read(delta({ content: 'A' }), delta({}, 'length'), usage, 'data: [DONE]\n\n')
    expect(told.reply).toMatchObject({
      finishReason: 'length',
      usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 },
    })
    expect((await read(delta({ content: 'A' }), DONE)).reply.usage.totalTokens).toBe(0)
  })

  test('shows how a model reasons, under either name', async () => {
    const { parts, reply, text } = await read(
      delta({ reasoning_content: 'Hm' }),
      delta({ reasoning: ', well' }),
      delta({ content: 'Yes' }),
      DONE,
    )
    expect(parts.slice(0, 2)).toEqual([
      { type: 'reasoning', text: 'Hm' },
      { type: 'reasoning', text: ', well' },
    ])
    expect(reasoningOf(reply.parts)).toBe('Hm, well')
    expect(text).toBe('Yes')
  })

  test('puts calls of tools together, in whichever order they come', async () => {
    const call = (value: object) => delta({ tool_calls: [value] })
    const indexed = await read(
      call({ index: 0, id: 'a', type: 'function', function: { name: 'one', arguments: '' } }),
      call({ index: 1, id: 'b', type: 'function', function: { name: 'two', arguments: '{"x"' } }),
      call({ index: 1, function: { arguments: ':2}' } }),
      `${delta({}, 'tool_calls')}data: [DONE]\n\n`,
    )
    expect(indexed.reply.finishReason).toBe('tool-calls')
    expect(indexed.calls).toMatchObject([
      { id: 'a', name: 'one', input: {} },
      { id: 'b', name: 'two', input: { x: 2 } },
    ])
  })

  test('takes calls of tools without index or id', async () => {
    const call = (value: object) => frame({ choices: [{ delta: { tool_calls: [value] } }] })
    const bare = await read(
      call({ function: { name: 'one', arguments: '{' } }),
      call({ function: { arguments: '}' } }),
      call({ function: { name: 'two', arguments: '{}' } }),
      `${delta({}, 'tool_calls')}data: [DONE]\n\n`,
    )
    expect(bare.calls.map(({ name }) => name)).toEqual(['one', 'two'])
    expect(new Set(bare.calls.map(({ id }) => id)).size).toBe(2)
  })

  test('that ends without saying so was cut', async () => {
    const cut = { code: 'model_error', retryable: true, message: expect.stringContaining('cut its answer') }
    await expect(read(delta({ content: 'A' }))).rejects.toMatchObject(cut)
    await expect(read()).rejects.toMatchObject(cut)
  })

  test.each([
    [
      { message: 'Slow down', code: 'rate_limit_exceeded' },
      { vendorStatus: 429, retryable: true },
    ],
    [
      { message: 'No money', code: 'insufficient_quota' },
      { vendorStatus: 429, retryable: false },
    ],
    [
      { message: 'Too long', type: 'invalid_request_error' },
      { vendorStatus: 400, retryable: false },
    ],
    [
      { message: 'Overloaded', code: 503 },
      { vendorStatus: 503, retryable: true },
    ],
    ['It broke', { vendorStatus: 500, retryable: true }],
  ])('that holds the error frame %j is refused like an answer', async (error, expected) => {
    await expect(read(delta({ content: 'A' }), frame({ error }))).rejects.toMatchObject(expected)
  })

  test.each(['data: <html>\n\n', 'data: 7\n\n'])('that holds %j cannot be read', async (text) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'model_error',
      message: expect.stringContaining('cannot be read'),
    })
  })

  test('is let go when nobody reads on', async () => {
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(delta({ content: 'A' }))),
      cancel: () => {
        cancelled = true
      },
    })
    for await (const _part of streamOf(body)) break
    await expect.poll(() => cancelled).toBe(true)
  })
})
