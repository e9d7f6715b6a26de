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
const MILLION = 1_000_000

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

/** An archive with so many more entries, which all name the same few bytes of it. */
function withEntries(archive: Uint8Array, count: number): Buffer {
  const whole = Buffer.from(archive)
  const end = whole.lastIndexOf('PK\u0005\u0006')
  const [kept, size, from] = [
    whole.readUInt16LE(end + 10),
    whole.readUInt32LE(end + 12),
    whole.readUInt32LE(end + 16),
  ]
  const entry = Buffer.concat([whole.subarray(from, from + 46), Buffer.from('x')])
  entry.writeUInt16LE(1, 28)
  entry.writeUInt32LE(0, 30)
  const directory = Buffer.concat([
    Buffer.alloc(entry.length * count, entry),
    whole.subarray(from, from + size),
  ])
  const record = Buffer.alloc(56 + 20 + 22)
  record.write('PK\u0006\u0006')
  record.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) record.writeBigUInt64LE(BigInt(count + kept), at)
  record.writeBigUInt64LE(BigInt(directory.length), 40)
  record.writeBigUInt64LE(BigInt(from), 48)
  record.write('PK\u0006\u0007', 56)
  record.writeBigUInt64LE(BigInt(from + directory.length), 64)
  record.writeUInt32LE(1, 72)
  record.write('PK\u0005\u0006', 76)
  for (const at of [84, 86]) record.writeUInt16LE(0xffff, at)
  for (const at of [88, 92]) record.writeUInt32LE(0xffffffff, at)
  return Buffer.concat([whole.subarray(0, from), directory, record])
}

/** Reads without taking more of this process than a bomb may. */
async function readBounded(format: DocumentFormat, bytes: Uint8Array) {
  const before = process.memoryUsage().rss
  try {
    return await read(format, bytes)
  } finally {
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20)
  }
}

test('an archive of a million entries is read as far as it is a document', { timeout: BUSY_MS }, async () => {
  const slides = makeSlides([['Tea']])
  for (const count of [10, MILLION])
    expect((await readBounded('pptx', withEntries(slides, count))).pages).toEqual(['Tea'])
})

/** A PDF whose one page stands in its tree so many times. */
function pdfOfOnePage(times: number): Buffer {
  const content = 'BT /F1 12 Tf 72 700 Td (Tea) Tj ET'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${times} /Kids [${'3 0 R '.repeat(times)}] >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >> stream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  const trailer = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`
  return Buffer.from(`${text}${table}${trailer}`)
}

test('a PDF that names one page a million times is refused', { timeout: BUSY_MS }, async () => {
  expect((await read('pdf', pdfOfOnePage(3))).pages).toEqual(['Tea', 'Tea', 'Tea'])
  await expect(readBounded('pdf', pdfOfOnePage(MILLION))).rejects.toMatchObject({
    code: expect.stringMatching(/^(invalid_input|limit_exceeded)$/),
    message: expect.stringContaining('tea.pdf'),
  })
})
