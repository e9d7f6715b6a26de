import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Blobs } from './blobs.ts'

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    await setImmediate()
    yield bytes.subarray(at, at + size)
  }
}

/** What every driver of blobs does. `open` gives a store that is empty or shared with nobody. */
export function describeBlobs(name: string, open: () => Promise<Blobs>): void {
  describe(`blobs in ${name}`, () => {
    test('bytes come back as they were put, also none at all', async () => {
      const blobs = await open()
      for (const bytes of [Buffer.alloc(0), Buffer.from([0, 255, 13, 10]), randomBytes(3_000_000)]) {
        const id = await blobs.put(bytes)
        expect((await buffer(await blobs.get(id))).equals(bytes)).toBe(true)
        expect((await blobs.stat(id)).size).toBe(bytes.length)
      }
    })

    test('a stream comes back as it was put', async () => {
      const blobs = await open()
      const bytes = randomBytes(1_000_001)
      const id = await blobs.put(inPieces(bytes, 65_536))
      expect((await buffer(await blobs.get(id))).equals(bytes)).toBe(true)
    })

    test('ids are opaque UUIDs and never the same, also for the same bytes', async () => {
      const blobs = await open()
      const ids = await Promise.all(Array.from({ length: 20 }, () => blobs.put(Buffer.from('same'))))
      expect(new Set(ids).size).toBe(20)
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    })

    test('a deleted blob is gone; deleting it again is no error; others stay', async () => {
      const blobs = await open()
      const [gone, kept] = [await blobs.put(Buffer.from('gone')), await blobs.put(Buffer.from('kept'))]
      await blobs.delete(gone)
      await blobs.delete(gone)
      await expect(blobs.get(gone)).rejects.toMatchObject({ code: 'blob_not_found' })
      await expect(blobs.stat(gone)).rejects.toMatchObject({ code: 'blob_not_found' })
      expect((await buffer(await blobs.get(kept))).toString()).toBe('kept')
    })

    test.each([
      randomUUID(),
      '',
      '.',
      '..',
      '../../etc/passwd',
      '/etc/passwd',
      '..\\..\\x',
      'a\0b',
      '%2e%2e%2f',
      `${randomUUID()}/../x`,
      randomUUID().toUpperCase(),
      'x'.repeat(4096),
      'CON',
    ])('an id that the store did not make is not found: %j', async (id) => {
      const blobs = await open()
      await expect(blobs.get(id)).rejects.toMatchObject({ code: 'blob_not_found' })
      await expect(blobs.stat(id)).rejects.toMatchObject({ code: 'blob_not_found' })
      await expect(blobs.delete(id)).resolves.toBeUndefined()
    })

    test.each([
      { start: 0 },
      { start: 0, end: 0 },
      { start: 3, end: 7 },
      { start: 9 },
      { start: 9, end: 9_999 },
      { start: 10 },
      { start: 500, end: 600 },
    ])('of a blob a part can be read: %j', async (range) => {
      const blobs = await open()
      const id = await blobs.put(Buffer.from('0123456789'))
      const { start, end = 9 } = range
      expect((await buffer(await blobs.get(id, range))).toString()).toBe('0123456789'.slice(start, end + 1))
    })

    test('of an empty blob any part is empty, and of none is not found', async () => {
      const blobs = await open()
      const id = await blobs.put(Buffer.alloc(0))
      expect((await buffer(await blobs.get(id, { start: 0, end: 5 }))).length).toBe(0)
      await expect(blobs.get(randomUUID(), { start: 0 })).rejects.toMatchObject({ code: 'blob_not_found' })
    })

    test.each([{ start: -1 }, { start: 5, end: 4 }, { start: 0.5 }, { start: Number.NaN }])(
      'bytes that cannot be are refused: %j',
      async (range) => {
        const blobs = await open()
        const id = await blobs.put(Buffer.from('0123456789'))
        await expect(blobs.get(id, range)).rejects.toMatchObject({ code: 'invalid_input' })
      },
    )

    test('memory that a source uses again spoils nothing', async () => {
      const blobs = await open()
      async function* reusing(): AsyncGenerator<Buffer> {
        const memory = Buffer.alloc(4)
        for (const text of ['abcd', 'efgh', 'ijkl']) {
          memory.write(text)
          yield memory
          await setImmediate()
        }
      }
      expect((await buffer(await blobs.get(await blobs.put(reusing())))).toString()).toBe('abcdefghijkl')
    })

    test('many at once do not meet', async () => {
      const blobs = await open()
      const all = Array.from({ length: 20 }, (_, at) => Buffer.alloc(100_000, at))
      const ids = await Promise.all(all.map((bytes) => blobs.put(inPieces(bytes, 30_000))))
      const read = await Promise.all(ids.map(async (id) => buffer(await blobs.get(id))))
      expect(read.every((bytes, at) => bytes.equals(all[at] ?? Buffer.alloc(0)))).toBe(true)
    })

    test('what is larger than allowed is refused, to the byte', async () => {
      const blobs = await open()
      const bytes = randomBytes(1000)
      await expect(blobs.put(inPieces(bytes, 100), { maxBytes: 999 })).rejects.toMatchObject({
        code: 'body_too_large',
      })
      expect((await blobs.stat(await blobs.put(inPieces(bytes, 100), { maxBytes: 1000 }))).size).toBe(1000)
    })

    test('a source that fails leaves its error and nothing else', async () => {
      const blobs = await open()
      async function* broken(): AsyncGenerator<Buffer> {
        yield Buffer.from('begin')
        throw new Error('upload cut')
      }
      await expect(blobs.put(broken())).rejects.toThrow('upload cut')
    })
  })
}
