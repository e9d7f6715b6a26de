import { makeEpub, makeSlides, makeWord, makeWorkbook, paragraph } from '@runnel/drivers/testing'
import type { LoaderCase } from '@runnel/nodes/testing'
import { isHere } from './run-elsewhere.ts'

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const given = (pageContent: string, metadata = {}) => ({ pageContent, metadata })

/** Documents of Office as they are; the families' tests play who reads them. */
const OFFICE: LoaderCase[] = [
  {
    node: 'docxFile',
    file: { param: 'docxFile', name: 'tea.docx', bytes: makeWord(paragraph('Black tea')) },
    gives: [given('Black tea', { source: 'tea.docx' })],
  },
  {
    node: 'microsoftWord',
    file: { param: 'docxFile', name: 'tea.docx', bytes: makeWord(paragraph('Black tea')) },
    gives: [given('Black tea', { source: 'tea.docx' })],
  },
  {
    node: 'microsoftExcel',
    file: {
      param: 'excelFile',
      name: 'tea.xlsx',
      bytes: makeWorkbook({ Tea: `<row>${cell('Kind')}</row><row>${cell('White')}</row>` }),
    },
    gives: [given('- Kind: White\n', { source: 'tea.xlsx', worksheet: 'Tea' })],
  },
  {
    node: 'microsoftPowerpoint',
    file: { param: 'powerpointFile', name: 'tea.pptx', bytes: makeSlides([['Yellow tea']]) },
    gives: [given('Yellow tea', { source: 'tea.pptx', slideNumber: 1 })],
  },
  {
    node: 'epubFile',
    file: { param: 'epubFile', name: 'tea.epub', bytes: makeEpub(['<p>Red tea</p>', '<p>Mint</p>']) },
    gives: [given('Red tea', { source: 'tea.epub' }), given('Mint', { source: 'tea.epub' })],
  },
]

/** What is otherwise in the world of a server than where the world is played. */
const LIVE: Record<string, Partial<LoaderCase>> = {
  // The code really runs.
  customDocumentLoader: {
    values: {
      javascriptFunction: "return ['plain', { pageContent: 'return docs on ' + $topic, metadata: { n: 1 } }]",
      functionInputVariables: '{"topic": "tea"}',
    },
  },
}

/** The cases that run whole here, but those whose pages are played: documents of Office come as they are. */
export function loadersHere(cases: readonly LoaderCase[]): LoaderCase[] {
  const played = ({ pages }: LoaderCase) => (pages?.pages.length ?? 0) > 0
  return [...cases.filter((each) => !played(each)), ...OFFICE]
    .filter(isHere)
    .map((loader) => ({ ...loader, ...LIVE[loader.node] }))
}

/** The file of a case as the editor saves it. */
export function fileValue({ file }: Pick<LoaderCase, 'file'>): Record<string, string> {
  if (!file) return {}
  const bytes = Buffer.from(file.bytes).toString('base64')
  return { [file.param]: `data:application/octet-stream;base64,${bytes},filename:${file.name}` }
}
