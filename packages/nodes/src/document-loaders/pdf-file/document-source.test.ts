import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { loadPdfFiles } from './document-source.ts'
import { readPdfText } from './text.ts'

const { call } = createTestCallContext({
  pages: () => ({ pages: ['First page', '  ', 'Third page'], metadata: { info: { Title: 'Tea' }, totalPages: 3 }, facts: [1, 2, 3].map((pageNumber) => ({ loc: { pageNumber } })) }),
  file: () => ({ bytes: new Uint8Array(), mediaType: 'application/pdf', name: 'tea.pdf' }),
})
const pdf = (values: Record<string, string>) => createTestComponent('pdfFile', { values })

test('a file gives a document for each page that has text', async () => {
  const pdfMetadata = { info: { Title: 'Tea' }, totalPages: 3 }
  expect(await loadPdfFiles(pdf({ pdfFile: 'file:1' }), call)).toEqual([
    { pageContent: 'First page', metadata: { source: 'tea.pdf', pdf: pdfMetadata, loc: { pageNumber: 1 } } },
    { pageContent: 'Third page', metadata: { source: 'tea.pdf', pdf: pdfMetadata, loc: { pageNumber: 3 } } },
  ])
})

test('or one for the whole, whose name the flow tells', async () => {
  const whole = await loadPdfFiles(pdf({ pdfFile: 'FILE-STORAGE::a.pdf', usage: 'perFile' }), call)
  expect(whole).toMatchObject([
    { pageContent: 'First page\n\n  \n\nThird page', metadata: { source: 'a.pdf' } },
  ])
})

test('without a file it says what to do', async () => {
  await expect(loadPdfFiles(pdf({}), call)).rejects.toThrow('has no file')
})

test('its text fills a param', async () => {
  expect(await readPdfText(pdf({ pdfFile: 'file:1' }), call)).toBe('First page\nThird page')
})
