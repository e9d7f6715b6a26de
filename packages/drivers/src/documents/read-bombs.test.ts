import { fileURLToPath } from 'node:url'
import type { DocumentFormat } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { createDocumentReader } from './create-document-reader.ts'
import { makeEpub, makeSlides, makeWorkbook, makeZip } from './make-office.fixture.ts'

const childPath = fileURLToPath(new URL('document-child.ts', import.meta.url))
const reader = createDocumentReader({ childPath })
const read = (format: DocumentFormat, bytes: Uint8Array) =>
  reader.read({ format, bytes, name: `tea.${format}`, signal: new AbortController().signal })

/** A reading gives way to all others of a busy machine. */
const BUSY_MS = 300_000
const UNFOLDED = 20_000_000

/** A document whose large part says that it unfolds to so many bytes. */
function claim(bytes: Uint8Array, claimed: number): Uint8Array {
  const told = Buffer.from(bytes)
  const [size, other] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32LE(UNFOLDED)
  other.writeUInt32LE(claimed)
  for (let at = told.indexOf(size); at >= 0; at = told.indexOf(size, at + 4)) other.copy(told, at)
  return told
}

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`

/** Documents of a format whose text is Tea, with other parts, or with what stands where their text does. */
const kinds: Record<
  'xlsx' | 'pptx' | 'epub',
  { make(more: Record<string, string | Uint8Array>): Uint8Array; part: string; piece: string; text: string }
> = {
  xlsx: {
    make: (more) => makeWorkbook({ Tea: `<row>${cell('Kind')}</row><row>${cell('Tea')}</row>` }, more),
    part: 'xl/worksheets/sheet1.xml',
    piece: `<row>${cell('a')}</row>`,
    text: '- Kind: Tea\n',
  },
  pptx: {
    make: (more) => makeSlides([['Tea']], more),
    part: 'ppt/slides/slide1.xml',
    piece: slide('a'),
    text: 'Tea',
  },
  epub: {
    make: (more) => makeEpub(['<p>Tea</p>'], more),
    part: 'OEBPS/text/ch 0.xhtml',
    piece: '<p>a</p>',
    text: 'Tea',
  },
}
const bombs = Object.entries(kinds).map(([format, kind]) => ({
  format: format as keyof typeof kinds,
  ...kind,
}))

describe.each(bombs)('a bomb in $format', ({ format, make, part, piece, text }) => {
  test('that unfolds to more than fits is refused by what it says, and cut where it lies', {
    timeout: BUSY_MS,
  }, async () => {
    const bomb = make({ [part]: Buffer.alloc(UNFOLDED, piece) })
    expect(bomb.length).toBeLessThan(UNFOLDED / 50)
    await expect(read(format, claim(bomb, 2 ** 31 - 1))).rejects.toMatchObject({
      code: 'limit_exceeded',
      message: expect.stringContaining(`tea.${format} takes too much time or memory to be read`),
    })
    const length = await read(format, claim(bomb, 1_000)).then(
      ({ pages }) => pages.join('').length,
      () => 0,
    )
    expect(length).toBeLessThan(2_000)
  })

  test('that is a document inside the document is not opened', async () => {
    const inner = makeZip({ 'a.xml': Buffer.alloc(UNFOLDED, piece) })
    const nested = make({ 'media/inner.zip': makeZip({ 'inner.zip': inner }), 'media/again.zip': inner })
    expect((await read(format, nested)).pages).toEqual([text])
  })

  test('of entities is not unfolded, nor does it read a file of the machine', async () => {
    const names = Array.from({ length: 12 }, (_each, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`)
    const head = `<!DOCTYPE x [<!ENTITY e0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd">${names.join('')}]>`
    const body = piece.replace('>a<', '>&e12; &f;<')
    const rest = format === 'xlsx' ? `<row>${cell('Kind')}</row>` : ''
    const document = `<?xml version="1.0"?>${head}<x>${rest}${body}</x>`
    const { pages } = await read(format, make({ [part]: document }))
    expect(pages.join('')).toContain('&e12; &f;')
    expect(pages.join('').length).toBeLessThan(100)
  })
})

test('a long text that all cells of a workbook name is not written out for each', {
  timeout: BUSY_MS,
}, async () => {
  const rows = `<row>${'<c t="s"><v>0</v></c>'.repeat(2_000)}</row>`.repeat(20)
  const strings = `<sst><si><t>${'tea '.repeat(250_000)}</t></si></sst>`
  await expect(
    read('xlsx', makeWorkbook({ Tea: rows }, { 'xl/sharedStrings.xml': strings })),
  ).rejects.toMatchObject({ code: 'limit_exceeded' })
})

test('a slide or a chapter that is named again and again is read no more often than fits', {
  timeout: BUSY_MS,
}, async () => {
  const long = 'tea '.repeat(500_000)
  const ids = '<p:sldId r:id="rId1"/>'.repeat(1_000)
  const slides = makeSlides([[long]], {
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
  })
  await expect(read('pptx', slides)).rejects.toMatchObject({ code: 'limit_exceeded' })
  const order = '<itemref idref="c0"/>'.repeat(1_000)
  const book = makeEpub([long], {
    'OEBPS/book.opf': `<package><manifest><item id="c0" href="text/ch%200.xhtml"/></manifest><spine>${order}</spine></package>`,
  })
  await expect(read('epub', book)).rejects.toMatchObject({ code: 'limit_exceeded' })
})
