import type { JsonObject } from '@runnel/contract'
import type { LoaderCase } from './loader-case.fixture.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const wide = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))

/** What the reader of documents says of pages. */
const pagesOf = (pages: string[], facts: JsonObject[] = pages.map(() => ({}))) => ({
  pages,
  facts,
  metadata: { totalPages: pages.length, info: {} },
})

const csv = (bytes: Uint8Array | string) => ({ param: 'csvFile', name: 'tea.csv', bytes })
const row = (pageContent: string, line: number, source = 'tea.csv') => ({
  pageContent,
  metadata: { source, line },
})
const numbered = [{ loc: { pageNumber: 1 } }, { loc: { pageNumber: 2 } }, { loc: { pageNumber: 3 } }]
const pdf = pagesOf(['First page', '  ', 'Third page'], numbered)
const pdfMetadata = { source: 'tea.pdf', pdf: pdf.metadata }

/** Loaders that read files. */
export const fileCases: LoaderCase[] = [
  {
    node: 'plainText',
    values: { text: 'Green | black' },
    gives: [{ pageContent: 'Green | black', metadata: {} }],
  },
  {
    node: 'pdfFile',
    file: { param: 'pdfFile', name: 'tea.pdf', bytes: '' },
    pages: pdf,
    gives: [
      { pageContent: 'First page', metadata: { ...pdfMetadata, loc: { pageNumber: 1 } } },
      { pageContent: 'Third page', metadata: { ...pdfMetadata, loc: { pageNumber: 3 } } },
    ],
  },
  {
    node: 'pdfFile',
    does: 'whole',
    values: { usage: 'perFile' },
    file: { param: 'pdfFile', name: 'tea.pdf', bytes: '' },
    pages: pdf,
    gives: [{ pageContent: 'First page\n\n  \n\nThird page', metadata: pdfMetadata }],
  },
  {
    node: 'epubFile',
    file: { param: 'epubFile', name: 'tea.epub', bytes: '' },
    pages: pagesOf(['One', 'Two'], [{ chapter: 1 }, { chapter: 2 }]),
    gives: [
      { pageContent: 'One', metadata: { source: 'tea.epub', chapter: 1 } },
      { pageContent: 'Two', metadata: { source: 'tea.epub', chapter: 2 } },
    ],
  },
  {
    node: 'epubFile',
    does: 'whole',
    values: { usage: 'perFile' },
    file: { param: 'epubFile', name: 'tea.epub', bytes: '' },
    pages: pagesOf(['One', 'Two']),
    gives: [{ pageContent: 'One\n\nTwo', metadata: { source: 'tea.epub' } }],
  },
  {
    node: 'docxFile',
    file: { param: 'docxFile', name: 'tea.docx', bytes: '' },
    pages: pagesOf(['One', 'Two'], [{ pageNumber: 1 }, { pageNumber: 2 }]),
    gives: [{ pageContent: 'One\n\nTwo', metadata: { source: 'tea.docx' } }],
  },
  {
    node: 'microsoftWord',
    file: { param: 'docxFile', name: 'tea.docx', bytes: '' },
    pages: pagesOf(['One', 'Two'], [{ pageNumber: 1 }, { pageNumber: 2 }]),
    gives: [
      { pageContent: 'One', metadata: { source: 'tea.docx', pageNumber: 1 } },
      { pageContent: 'Two', metadata: { source: 'tea.docx', pageNumber: 2 } },
    ],
  },
  {
    node: 'microsoftExcel',
    file: { param: 'excelFile', name: 'tea.xlsx', bytes: '' },
    pages: pagesOf(['- Tea: green\n'], [{ worksheet: 'Drinks', rowNum: 1, Tea: 'green' }]),
    gives: [
      {
        pageContent: '- Tea: green\n',
        metadata: { source: 'tea.xlsx', worksheet: 'Drinks', rowNum: 1, Tea: 'green' },
      },
    ],
  },
  {
    node: 'microsoftPowerpoint',
    file: { param: 'powerpointFile', name: 'tea.pptx', bytes: '' },
    pages: pagesOf(['One'], [{ slideNumber: 1, documentType: 'powerpoint' }]),
    gives: [
      { pageContent: 'One', metadata: { source: 'tea.pptx', slideNumber: 1, documentType: 'powerpoint' } },
    ],
  },
  {
    node: 'textFile',
    file: { param: 'txtFile', name: 'tea.md', bytes: encode('# Tee für zwei 🍵') },
    gives: [{ pageContent: '# Tee für zwei 🍵', metadata: { source: 'tea.md' } }],
  },
  {
    node: 'textFile',
    does: 'UTF-16',
    file: { param: 'txtFile', name: 'tea.txt', bytes: wide('für 🍵') },
    gives: [{ pageContent: 'für 🍵', metadata: { source: 'tea.txt' } }],
  },
  {
    node: 'csvFile',
    does: 'quotes, breaks and gaps',
    file: csv(encode('\uFEFFname, note,\r\n"Green, the ""best""","two\nlines",x\r\n\r\nBlack\r\n')),
    gives: [row('name: Green, the "best"\nnote: two\nlines\n_0: x', 1), row('name: Black\nnote: \n_0: ', 2)],
  },
  {
    node: 'csvFile',
    does: 'semicolons in Windows-1252, one column',
    values: { columnName: 'Preis' },
    file: csv(new Uint8Array(Buffer.from('Tee;Preis\nGr\xfcn;2,5 \x80', 'latin1'))),
    gives: [row('2,5 €', 1)],
  },
  {
    node: 'csvFile',
    does: 'tabs in UTF-16, a quote that stays open',
    file: csv(wide('a\tb\n1\t"open\n2')),
    gives: [row('a: 1\nb: open\n2', 1)],
  },
  {
    node: 'jsonFile',
    file: { param: 'jsonFile', name: 'tea.json', bytes: '{"a": "one", "b": [1, {"c": "two"}], "d": null}' },
    gives: [row('one', 1, 'tea.json'), row('two', 2, 'tea.json')],
  },
  {
    node: 'jsonFile',
    does: 'some keys',
    values: { pointersName: 'text, /deep/note' },
    file: {
      param: 'jsonFile',
      name: 'tea.json',
      bytes: '[{"text": "one", "other": "one", "deep": {"note": ["two"]}}, {"inner": {"text": "three"}}]',
    },
    gives: [row('one', 1, 'tea.json'), row('two', 2, 'tea.json'), row('three', 3, 'tea.json')],
  },
  {
    node: 'jsonFile',
    does: 'objects',
    values: { separateByObject: true, metadata: '{"from": "/source", "gone": "/nothing", "kind": "tea"}' },
    file: { param: 'jsonFile', name: 'tea.json', bytes: '[{"text": "one", "n": 1, "source": "a"}, 7]' },
    gives: [
      {
        pageContent: 'text: one\nn: 1\nsource: a',
        metadata: { source: 'tea.json', line: 1, from: 'a', kind: 'tea' },
      },
    ],
  },
  {
    node: 'jsonlinesFile',
    values: { pointerName: 'text', metadata: { from: '/deep/source' } },
    file: {
      param: 'jsonlinesFile',
      name: 'tea.jsonl',
      bytes: '{"text": "one", "deep": {"source": "a"}}\r\n\n{"other": 1}\n{"text": {"b": 2}}',
    },
    gives: [
      { pageContent: 'one', metadata: { source: 'tea.jsonl', line: 1, from: 'a' } },
      { pageContent: '{"b":2}', metadata: { source: 'tea.jsonl', line: 4 } },
    ],
  },
  {
    node: 'fileLoader',
    does: 'rows',
    file: { param: 'file', name: 'TEA.CSV', bytes: 'a\n1' },
    gives: [row('a: 1', 1, 'TEA.CSV')],
  },
  {
    node: 'fileLoader',
    does: 'text',
    file: { param: 'file', name: 'Makefile', bytes: 'all: tea' },
    gives: [{ pageContent: 'all: tea', metadata: { source: 'Makefile' } }],
  },
  {
    node: 'fileLoader',
    does: 'PDFs',
    values: { usage: 'perFile' },
    file: { param: 'file', name: 'tea.pdf', bytes: '' },
    pages: pdf,
    gives: [{ pageContent: 'First page\n\n  \n\nThird page', metadata: pdfMetadata }],
  },
  {
    node: 'fileLoader',
    does: 'Word',
    file: { param: 'file', name: 'tea.docx', bytes: '' },
    pages: pagesOf(['One', 'Two']),
    gives: [{ pageContent: 'One\n\nTwo', metadata: { source: 'tea.docx' } }],
  },
  {
    node: 'folderFiles',
    values: { folderPath: 'handbook', recursive: true },
    folder: { name: 'handbook', files: { 'a.txt': 'Green', 'deep/b.csv': 'kind\nblack' } },
    gives: [
      { pageContent: 'Green', metadata: { source: 'a.txt' } },
      { pageContent: 'kind: black', metadata: { source: 'deep/b.csv', line: 1 } },
    ],
  },
  {
    node: 'notionFolder',
    values: { notionFolder: 'export' },
    folder: { name: 'export', files: { 'Tea.md': '# Tea', 'Tea/cup.png': '', 'Tea/Milk.md': 'Milk' } },
    gives: [
      { pageContent: '# Tea', metadata: { source: 'Tea.md' } },
      { pageContent: 'Milk', metadata: { source: 'Tea/Milk.md' } },
    ],
  },
]
