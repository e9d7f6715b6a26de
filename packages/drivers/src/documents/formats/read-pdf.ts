import { getDocumentProxy } from 'unpdf'
import { DocumentFault, type ReadDocument } from '../read-document.ts'
import { listPagesAtOnce } from './list-pages-at-once.ts'

const INFO_KEYS = ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer', 'CreationDate', 'ModDate']

/** After so many pages what the library keeps of them is let go. */
const PAGES_KEPT = 50

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>

/** Opens a PDF, with more options of the library; the bytes are its own then. @throws DocumentFault */
export function openPdf(
  bytes: Uint8Array,
  options: { maxImageSize?: number; stopAtErrors?: boolean } = {},
): Promise<PdfDocument> {
  listPagesAtOnce(bytes)
  return getDocumentProxy(bytes, { verbosity: 0, ...options }).catch((error: unknown) => {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new DocumentFault(isLocked ? 'locked' : 'broken')
  })
}

/** The pages of a PDF, and what it says of itself. */
export async function readPdf(bytes: Uint8Array): Promise<ReadDocument> {
  const pdf = await openPdf(bytes)
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    pages.push(await readPage(pdf, number))
    if (number % PAGES_KEPT === 0) await pdf.cleanup()
  }
  const facts = pages.map((_page, index) => ({ loc: { pageNumber: index + 1 } }))
  return { pages, facts, info: await readInfo(pdf) }
}

/** The text of a page; what stands on another height begins a line, as the reference reads it. */
async function readPage(pdf: PdfDocument, number: number): Promise<string> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  let text = ''
  let height: number | undefined
  for (const item of items) {
    if (!('str' in item)) continue
    const itemHeight: number = item.transform[5]
    text += height === undefined || height === itemHeight ? item.str : `\n${item.str}`
    height = itemHeight
  }
  page.cleanup()
  return text
}

async function readInfo(pdf: PdfDocument): Promise<Record<string, string>> {
  const { info } = await pdf.getMetadata()
  const known = Object.entries(info).filter(
    ([key, value]) => INFO_KEYS.includes(key) && typeof value === 'string',
  )
  return Object.fromEntries(known.map(([key, value]) => [key, String(value)]))
}
