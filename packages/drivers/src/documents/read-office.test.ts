import { fileURLToPath } from 'node:url'
import type { DocumentFormat } from '@runnel/contract'
import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { createDocumentReader } from './create-document-reader.ts'
import {
  makeEpub,
  makeLinks,
  makeSlides,
  makeWord,
  makeWorkbook,
  makeZip,
  paragraph,
} from './make-office.fixture.ts'

const childPath = fileURLToPath(new URL('document-child.ts', import.meta.url))
const reader = createDocumentReader({ childPath })
const never = new AbortController().signal
const read = (format: DocumentFormat, bytes: Uint8Array, from = reader) =>
  from.read({ format, bytes, name: `tea.${format}`, signal: never })

describe('a document of Word', () => {
  test('gives its paragraphs, with tables, tabs, text boxes once, and without what was taken away', async () => {
    const body = [
      '<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>Green &amp; </w:t></w:r><w:r><w:tab/><w:t>black</w:t><w:br/><w:t>tea</w:t></w:r></w:p>',
      `<w:tbl><w:tr><w:tc>${paragraph('Cup')}</w:tc><w:tc>${paragraph('Pot')}</w:tc></w:tr></w:tbl>`,
      '<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom><w:ins><w:r><w:t>new</w:t></w:r></w:ins></w:p>',
      `<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent>${paragraph('box')}</w:txbxContent></mc:Choice><mc:Fallback>${paragraph('box')}</mc:Fallback></mc:AlternateContent></w:r></w:p>`,
      '<w:p><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>',
    ]
    const { pages, facts } = await read('docx', makeWord(body.join('')))
    expect(pages).toEqual(['Green & \tblack\ntea\n\nCup\n\nPot\n\nnew\n\nbox'])
    expect(facts).toEqual([{ pageNumber: 1 }])
  })

  test('knows its pages, which end between paragraphs, and its notes', async () => {
    const body = [
      paragraph('One'),
      '<w:p><w:r><w:br w:type="page"/></w:r><w:r><w:lastRenderedPageBreak/><w:t>Two</w:t></w:r></w:p>',
      '<w:p><w:r><w:t>goes </w:t></w:r><w:r><w:lastRenderedPageBreak/><w:t>on</w:t></w:r></w:p>',
      paragraph('Three'),
    ]
    const notes = {
      'word/_rels/document.xml.rels': makeLinks([['footnotes', 'footnotes.xml']]),
      'word/footnotes.xml': `<w:footnotes><w:footnote>${paragraph('A note')}</w:footnote></w:footnotes>`,
    }
    const { pages } = await read('docx', makeWord(body.join(''), notes))
    expect(pages).toEqual(['One', 'Two\n\ngoes on', 'Three\n\nA note'])
  })
})

describe('a workbook of Excel', () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0&quot;days&quot;"/><numFmt numFmtId="165" formatCode="[Red]yyyy\\-mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs></styleSheet>'
  const strings =
    '<sst><si><t>Tea</t></si><si><r><t>Gre</t></r><r><t>en_x000D_</t></r><rPh><t>sound</t></rPh></si></sst>'

  test('gives its rows by the names of their columns', async () => {
    const rows = [
      '<row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><t>Price</t></is></c><c r="E2" t="str"><v>Price</v></c></row>',
      '<row r="3"/>',
      '<row r="4"><c r="B4" t="s"><v>1</v></c><c r="C4"><f>1+1</f><v>2.5</v></c><c r="D4" t="b"><v>1</v></c><c r="E4" t="e"><v>#N/A</v></c></row>',
    ]
    const bytes = makeWorkbook(
      { Drinks: rows.join(''), Empty: '' },
      { 'xl/sharedStrings.xml': strings, 'xl/styles.xml': styles },
    )
    const { pages, facts } = await read('xlsx', bytes)
    expect(pages).toEqual(['- Tea: Green\r\n- Price: 2.5\n- __EMPTY: true\n- Price_1: #N/A\n'])
    expect(facts).toEqual([
      { worksheet: 'Drinks', rowNum: 3, Tea: 'Green\r', Price: 2.5, __EMPTY: true, Price_1: '#N/A' },
    ])
  })

  test('shows dates as dates, and nothing else', async () => {
    const cell = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`
    const head = ['a', 'b', 'c', 'd', 'e'].map((name) => `<c t="str"><v>${name}</v></c>`).join('')
    const rows = `<row>${head}</row><row>${cell(1, '45292')}${cell(3, '45292.5')}${cell(2, '45292')}${cell(0, '45292')}${cell(4, '0.25')}</row>`
    const { facts } = await read('xlsx', makeWorkbook({ Days: rows }, { 'xl/styles.xml': styles }))
    expect(facts).toMatchObject([
      { rowNum: 1, a: '2024-01-01', b: '2024-01-01T12:00:00', c: 45292, d: 45292, e: '06:00:00' },
    ])
  })
})

describe('a presentation', () => {
  test('gives its slides in their order, with the notes of the speaker', async () => {
    const notes = {
      'ppt/slides/_rels/slide2.xml.rels': makeLinks([['notesSlide', '../notesSlides/n.xml']]),
      'ppt/notesSlides/n.xml':
        '<p:notes><a:p><a:r><a:t>Say it slowly</a:t></a:r></a:p><a:p><a:fld type="slidenum"><a:t>1</a:t></a:fld></a:p></p:notes>',
    }
    const { pages, facts } = await read('pptx', makeSlides([['First', 'of two'], ['Second']], notes))
    expect(pages).toEqual(['First\nof two\n\nSay it slowly', 'Second'])
    expect(facts[1]).toEqual({ slideNumber: 2, documentType: 'powerpoint' })
  })
})

describe('a book', () => {
  test('gives its chapters in the order in which they are read', async () => {
    const { pages, facts, metadata } = await read(
      'epub',
      makeEpub(['<h1>One</h1><p>Green</p>', '<p>Two</p>']),
    )
    expect(pages).toEqual(['One\nGreen', 'Two'])
    expect(facts).toEqual([{ chapter: 1 }, { chapter: 2 }])
    expect(metadata).toEqual({ totalPages: 2, info: { Title: 'Tea' } })
  })

  test('says that it is locked, and is not where its fonts alone are', async () => {
    const lock = (path: string) => ({
      'META-INF/encryption.xml': `<encryption><CipherReference URI="${path}"/></encryption>`,
    })
    await expect(read('epub', makeEpub(['One'], lock('OEBPS/text/ch%200.xhtml')))).rejects.toThrow(
      'is locked',
    )
    expect((await read('epub', makeEpub(['One'], lock('OEBPS/a.otf')))).pages).toEqual(['One'])
  })
})

/** The smallest real document of each format. */
const small: Record<Exclude<DocumentFormat, 'pdf'>, Uint8Array> = {
  docx: makeWord(paragraph('Tea')),
  xlsx: makeWorkbook({ Tea: '<row><c t="str"><v>a</v></c></row><row><c><v>1</v></c></row>' }),
  pptx: makeSlides([['Tea']]),
  epub: makeEpub(['Tea']),
}
const formats = Object.keys(small) as (keyof typeof small)[]
const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])

describe.each(formats)('%s', (format) => {
  test('is refused where it is broken, cut off, of another kind, or old', async () => {
    const bytes = small[format]
    const others = formats.filter((each) => each !== format).map((each) => small[each])
    for (const wrong of [
      strToU8('Hello'),
      bytes.subarray(0, bytes.length - 40),
      makeZip({ 'a.txt': 'Tea' }),
      ...others,
    ])
      await expect(read(format, wrong)).rejects.toThrow(`The ${kinds[format]} tea.${format} cannot be read`)
    await expect(read(format, old)).rejects.toThrow(`Save it as .${format}`)
    const locked = Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le')])
    await expect(read(format, locked)).rejects.toThrow('is locked with a password')
  })
})

const kinds = { docx: 'Word document', xlsx: 'Excel workbook', pptx: 'PowerPoint presentation', epub: 'EPUB' }

test('entities of a document are not unfolded, nor files of the machine read', async () => {
  const names = Array.from({ length: 12 }, (_each, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`)
  const head = `<!DOCTYPE x [<!ENTITY e0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd">${names.join('')}]>`
  const document = `<?xml version="1.0"?>${head}<w:document><w:body>${paragraph('Tea &e12; &f;')}</w:body></w:document>`
  const { pages } = await read('docx', makeWord('', { 'word/document.xml': document }))
  expect(pages).toEqual(['Tea &e12; &f;'])
})

test('a document that unfolds to more than fits is refused by what it says, and ended where it lies', async () => {
  const text = Buffer.alloc(270_000_000, `<w:document><w:body>${paragraph('a')}`)
  const bomb = makeWord('', { 'word/document.xml': text })
  expect(bomb.length).toBeLessThan(3_000_000)
  await expect(read('docx', bomb)).rejects.toMatchObject({ code: 'limit_exceeded' })
  const lying = Buffer.from(bomb)
  const size = Buffer.alloc(4)
  size.writeUInt32LE(text.length)
  for (let at = lying.indexOf(size); at >= 0; at = lying.indexOf(size, at + 4)) lying.writeUInt32LE(1000, at)
  expect((await read('docx', lying)).pages.join('').length).toBeLessThan(1000)
  expect((await read('docx', small.docx)).pages).toEqual(['Tea'])
}, 90_000)

test('a path that leads out of a document leads nowhere', async () => {
  const out = makeZip({
    '_rels/.rels': makeLinks([['officeDocument', '../../../../etc/passwd']]),
    'etc/passwd': 'root',
  })
  await expect(read('docx', out)).rejects.toThrow('cannot be read')
})

test('elements as deep as the document is long are read', async () => {
  const deep = `${'<w:p>'.repeat(300_000)}<w:r><w:t>Tea</w:t></w:r>`
  await expect(read('docx', makeWord(`${paragraph('Top')}${deep}`))).resolves.toMatchObject({
    pages: ['Top'],
  })
})
