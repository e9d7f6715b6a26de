import { makeEpub, makePdf, makeSlides, makeWord, makeWorkbook, paragraph } from '@runnel/drivers/testing'

/** A file as a field of the browser takes it. */
export interface MixedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Every so many-th file is damaged. */
const ONE_BROKEN_IN = 20

/** What stands in the n-th file, and in no other. */
export const textOf = (n: number): string => `Tea number ${n} comes from valley ${n * 7}.`

type Make = (n: number) => string | Uint8Array

const sheetOf = (n: number) =>
  makeWorkbook({
    Teas: `<row r="1"><c r="A1" t="inlineStr"><is><t>Tea</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>${textOf(n)}</t></is></c></row>`,
  })

/** How a file of each kind is made. */
const KINDS: readonly [ending: string, mimeType: string, make: Make][] = [
  ['txt', 'text/plain', textOf],
  ['pdf', 'application/pdf', (n) => makePdf([[textOf(n)]])],
  ['md', 'text/markdown', (n) => `# Tea\n\n${textOf(n)}`],
  ['docx', '', (n) => makeWord(paragraph(textOf(n)))],
  ['csv', 'text/csv', (n) => `name,text\nTea,${textOf(n)}`],
  ['html', 'text/html', (n) => `<p>${textOf(n)}</p>`],
  ['xlsx', '', sheetOf],
  ['json', 'application/json', (n) => JSON.stringify({ text: textOf(n) })],
  ['pptx', '', (n) => makeSlides([[textOf(n)]])],
  ['epub', 'application/epub+zip', (n) => makeEpub([textOf(n)])],
]

export const isBroken = (n: number): boolean => n % ONE_BROKEN_IN === ONE_BROKEN_IN - 1

/** So many files of all kinds, some of which cannot be read. */
export function makeMixedFiles(count: number): MixedFile[] {
  return Array.from({ length: count }, (_, n) => {
    const [ending, mimeType, make] = KINDS[n % KINDS.length] ?? KINDS[0] ?? ['txt', '', textOf]
    if (isBroken(n))
      return { name: `tea-${n}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(`Broken ${n}`) }
    return { name: `tea-${n}.${ending}`, mimeType, buffer: Buffer.from(make(n)) }
  })
}
