import { expect, test } from 'vitest'
import { type EventFrame, readEventFrames } from './read-event-frames.ts'

async function read(pieces: Iterable<Uint8Array>): Promise<EventFrame[]> {
  const frames: EventFrame[] = []
  for await (const frame of readEventFrames(ReadableStream.from(pieces) as ReadableStream<Uint8Array>))
    frames.push(frame)
  return frames
}

function cut(text: string, size: number): Uint8Array[] {
  const bytes = Buffer.from(text)
  const count = Math.ceil(bytes.length / size)
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}

test.each(['\n', '\r\n', '\r'])(
  'frames are read wherever they are cut, their lines ended by %j',
  async (end) => {
    const text = [
      'id: 1',
      'data: Größe',
      'data: 😀',
      '',
      ': a comment',
      '',
      'data: two',
      '',
      'data: cut off',
    ].join(end)
    for (const size of [1, 2, 3, 4, 5, 7, 1_000])
      expect(await read(cut(text, size))).toEqual([{ id: '1', data: 'Größe\n😀' }, { data: 'two' }])
  },
)

test('a frame is put together once, however many pieces it comes in', async () => {
  // A reader that looks at all of it with each piece would need minutes; the test runner's own limit of time ends it.
  const pieces = [...Array.from({ length: 100_000 }, () => Buffer.from('a'.repeat(64))), Buffer.from('\n\n')]
  const [frame] = await read([Buffer.from('data: '), ...pieces])
  expect(frame?.data).toHaveLength(6_400_000)
})
