import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createDocumentReader } from './create-document-reader.ts'
import { halfBlack, makeScan } from './make-pdf.fixture.ts'

const childPath = fileURLToPath(new URL('document-child.ts', import.meta.url))
const reader = createDocumentReader({ childPath })
const signal = new AbortController().signal
const picture = (bytes: Uint8Array, pages: number[]) =>
  reader.readPictures({ bytes, name: 'scan.pdf', signal }, pages)

/** A JPEG of 16 × 8 points, whose left half is black. */
const JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAALCAAIABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAACQr/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAA/ACqVUP/Z'

/** How wide and high a PNG in grey is, and how light it is at a place, from 0 to 1 in both directions. */
function look(png: string) {
  const bytes = Buffer.from(png, 'base64')
  const width = bytes.readUInt32BE(16)
  const height = bytes.readUInt32BE(20)
  const lines = inflateSync(bytes.subarray(41, 41 + bytes.readUInt32BE(33)))
  const lightAt = (x: number, y: number) =>
    lines[Math.floor(y * height) * (width + 1) + 1 + Math.floor(x * width)]
  return { width, height, lightAt }
}

const first = async (...given: Parameters<typeof picture>) =>
  look((await picture(...given)).pictures[0]?.png ?? '')

test('pages without text give what they show, those that are asked for', async () => {
  const scan = makeScan([['Tea'], halfBlack, null, halfBlack])
  const { pictures, unreadable } = await picture(scan, [2, 3])
  expect(pictures.map(({ page }) => page)).toEqual([2])
  expect(unreadable).toEqual([])
  const { width, height, lightAt } = look(pictures[0]?.png ?? '')
  expect([width, height]).toEqual([1545, 2000])
  expect([lightAt(0.2, 0.1), lightAt(0.2, 0.9), lightAt(0.8, 0.1), lightAt(0.8, 0.9)]).toEqual([
    0, 0, 255, 255,
  ])
})

test.each([
  [
    'in colours',
    '/Width 2 /Height 2 /ColorSpace /DeviceRGB /BitsPerComponent 8',
    '000000 ffffff ff0000 ffffff',
  ],
  ['in grey', '/Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8', '00 ff 4c ff'],
])('an image %s stands upright, as light as it is', async (_kind, facts, points) => {
  const image = { facts, bytes: Buffer.from(points.replaceAll(' ', ''), 'hex') }
  const { lightAt } = await first(makeScan([image]), [1])
  expect([lightAt(0.2, 0.2), lightAt(0.8, 0.2), lightAt(0.2, 0.8)]).toEqual([0, 255, 76])
})

test('a mask is painted dark where it lets through', async () => {
  const { lightAt } = await first(
    makeScan([{ facts: '/Width 16 /Height 8 /ImageMask true /BitsPerComponent 1', bytes: halfBlack.bytes }]),
    [1],
  )
  expect([lightAt(0.2, 0.5), lightAt(0.8, 0.5)]).toEqual([0, 255])
})

test('a JPEG is read', async () => {
  const facts = '/Width 16 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode'
  const { lightAt } = await first(makeScan([{ facts, bytes: Buffer.from(JPEG, 'base64') }]), [1])
  expect(lightAt(0.2, 0.5)).toBeLessThan(10)
  expect(lightAt(0.8, 0.5)).toBeGreaterThan(245)
})

test('an image in a form that is not read, or too large to unfold, is named by its page', async () => {
  const large = {
    facts: '/Width 90000 /Height 90000 /ColorSpace /DeviceGray /BitsPerComponent 1',
    bytes: halfBlack.bytes,
  }
  const broken = {
    facts: '/Width 16 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /JPXDecode',
    bytes: Buffer.from('none'),
  }
  expect(await picture(makeScan([large, broken, halfBlack]), [1, 2, 3])).toMatchObject({
    pictures: [{ page: 3 }],
    unreadable: [1, 2],
  })
})

test('a page of one colour shows nothing, and one that is not there neither', async () => {
  const white = { ...halfBlack, bytes: Buffer.alloc(16, 0xff) }
  expect(await picture(makeScan([white]), [1, 7])).toEqual({ pictures: [], unreadable: [] })
})

test('a text that may be empty is no fault, before and after it was one', async () => {
  const bytes = makeScan([halfBlack])
  const given = { bytes, name: 'scan.pdf', format: 'pdf', signal } as const
  expect((await reader.read({ ...given, mayBeEmpty: true })).pages).toEqual([''])
  await expect(reader.read(given)).rejects.toThrow('holds no text')
  expect((await reader.read({ ...given, mayBeEmpty: true })).pages).toEqual([''])
})

test('what is no PDF is named', async () => {
  await expect(picture(Buffer.from('Hello'), [1])).rejects.toThrow('The PDF scan.pdf cannot be read')
})
