import { describe, expect, test } from 'vitest'
import { readCompletionStream } from './read-completion-stream.ts'

const endpoint = { vendor: 'Vendor', modelName: 'm-1' }
const frame = (value: object) => `data: ${JSON.stringify(value)}\n\n`
const delta = (value: object, finish: string | null = null) =>
  frame({ id: 'c-1', model: 'm-1', choices: [{ index: 0, delta: value, finish_reason: finish }] })

function bodyOf(pieces: (string | Uint8Array)[], onCancel = () => {}): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const left = pieces.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece))
  return new ReadableStream({
    pull(controller) {
      const next = left.shift()
      if (next) controller.enqueue(next)
      else controller.close()
    },
    cancel: onCancel,
  })
}

async function read(...pieces: (string | Uint8Array)[]) {
  const parts = []
  for await (const part of readCompletionStream(bodyOf(pieces), endpoint)) parts.push(part)
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const last = parts.at(-1)
  return { texts, parts, reply: last?.type === 'finish' ? last.reply : undefined }
}

const DONE = `${delta({}, 'stop')}data: [DONE]\n\n`

describe('a stream of a chat completion', () => {
  test('is read alike however its bytes are cut', async () => {
    const whole = new TextEncoder().encode(
      `: hello\n\n${delta({ role: 'assistant', content: '' })}${delta({ content: 'Grüß' })}${delta({ content: ' 🚀' })}${DONE}`,
    )
    for (let size = 1; size <= whole.length; size += 1) {
      const pieces = []
      for (let at = 0; at < whole.length; at += size) pieces.push(whole.slice(at, at + size))
      expect(await read(...pieces)).toMatchObject({
        texts: ['Grüß', ' 🚀'],
        reply: { text: 'Grüß 🚀', finishReason: 'stop', metadata: { id: 'c-1', model_name: 'm-1' } },
      })
    }
  })

  test('may end its lines the other way, leave the space out and spread its data over lines', async () => {
    const spread = `event: x\r\ndata:{"choices":\r\ndata: [{"delta":{"content":"A"}}]}\r\n\r\n`
    expect(await read(spread, DONE.replaceAll('\n', '\r\n'))).toMatchObject({ reply: { text: 'A' } })
  })

  test('tells the usage that comes last, and none where the server counts none', async () => {
    const usage = frame({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } })
    const told = await read(delta({ content: 'A' }), delta({}, 'length'), usage, 'data: [DONE]\n\n')
    expect(told.reply).toMatchObject({
      finishReason: 'length',
      usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 },
    })
    expect((await read(delta({ content: 'A' }), DONE)).reply?.usage.totalTokens).toBe(0)
  })

  test('shows how a model reasons, under either name', async () => {
    const { parts, reply } = await read(
      delta({ reasoning_content: 'Hm' }),
      delta({ reasoning: ', well' }),
      delta({ content: 'Yes' }),
      DONE,
    )
    expect(parts.slice(0, 2)).toEqual([
      { type: 'reasoning', text: 'Hm' },
      { type: 'reasoning', text: ', well' },
    ])
    expect(reply).toMatchObject({ reasoning: 'Hm, well', text: 'Yes' })
  })

  test('puts calls of tools together, also those without index or id', async () => {
    const call = (value: object) => delta({ tool_calls: [value] })
    const indexed = await read(
      call({ index: 1, id: 'b', function: { name: 'two', arguments: '{"x"' } }),
      call({ index: 1, function: { arguments: ':2}' } }),
      call({ index: 0, id: 'a', function: { name: 'one', arguments: '' } }),
      `${delta({}, 'tool_calls')}data: [DONE]\n\n`,
    )
    expect(indexed.reply).toMatchObject({
      finishReason: 'tool-calls',
      toolCalls: [
        { id: 'a', name: 'one', input: {} },
        { id: 'b', name: 'two', input: { x: 2 } },
      ],
    })
    const bare = await read(
      call({ function: { name: 'one', arguments: '{}' } }),
      call({ function: { name: 'two', arguments: '{}' } }),
      `${delta({}, 'tool_calls')}data: [DONE]\n\n`,
    )
    expect(bare.reply?.toolCalls.map(({ name }) => name)).toEqual(['one', 'two'])
    expect(new Set(bare.reply?.toolCalls.map(({ id }) => id)).size).toBe(2)
  })

  test('that ends without saying so was cut', async () => {
    await expect(read(delta({ content: 'A' }))).rejects.toMatchObject({
      code: 'model_error',
      retryable: true,
    })
    await expect(read()).rejects.toMatchObject({ code: 'model_error', retryable: true })
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

  test('that is not JSON is told as such', async () => {
    await expect(read('data: <html>\n\n')).rejects.toThrow(SyntaxError)
    await expect(read('data: 7\n\n')).rejects.toThrow('no object')
  })

  test('is let go when nobody reads on', async () => {
    let cancelled = false
    const body = bodyOf([delta({ content: 'A' }), delta({ content: 'B' })], () => {
      cancelled = true
    })
    for await (const _part of readCompletionStream(body, endpoint)) break
    expect(cancelled).toBe(true)
  })
})
