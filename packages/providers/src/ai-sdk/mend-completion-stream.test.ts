import { expect, test } from 'vitest'
import { mendCompletionStream } from './mend-completion-stream.ts'

/** The stream of a server that sends these pieces, as it is handed on. */
async function mend(pieces: Iterable<Uint8Array>): Promise<string> {
  const headers = { 'content-type': 'text/event-stream' }
  const answer = async () =>
    new Response(ReadableStream.from(pieces) as ReadableStream<Uint8Array>, { headers })
  return (await mendCompletionStream(answer)('https://vendor.example')).text()
}

test('a line in any number of pieces is handed on whole', async () => {
  const line = `data: {"choices":[{"delta":{"content":"${'Größe 😀 '.repeat(20)}"}}]}\n\ndata: [DONE]`
  const bytes = Buffer.from(line)
  const whole = await mend([bytes])
  expect(whole).toContain('"index":0')
  for (const size of [1, 2, 3, 7, 64])
    expect(
      await mend(
        Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        ),
      ),
    ).toBe(whole)
})

test('a line without an end is looked at once, however many pieces it comes in', async () => {
  // A reader that looks at all of it with each piece would need minutes; the test runner's own limit of time ends it.
  const piece = Buffer.from('a'.repeat(64))
  const pieces = Array.from({ length: 100_000 }, () => piece)
  expect((await mend(pieces)).length).toBe(6_400_000)
})
