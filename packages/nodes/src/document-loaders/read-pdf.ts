import { type DocumentText, type JsonObject, RunnelError } from '@runnel/contract'
import type { CallContext, Component, Document } from '@runnel/node-kit'
import type { OpenFile } from './read-files.ts'
import { readScannedPages } from './read-scanned-pages.ts'
import { SCAN_MODEL_LABEL } from './scan-model-input.ts'

/** How a PDF is read: whole or by page, and by whom the pages that have no text. */
interface PdfReading {
  whole: boolean
  model: Component | undefined
}

/** The pages of a PDF as documents as they come, or one document of all of them. */
export async function* readPdf(
  file: OpenFile,
  { whole, model }: PdfReading,
  call: CallContext,
): AsyncGenerator<Document[]> {
  const text = await call.file.readText(file.source, 'pdf', { mayBeEmpty: true })
  const bare = text.pages.flatMap((page, index) => (page.trim() === '' ? [index + 1] : []))
  if (!model && bare.length === text.pages.length) throw withoutText(file.name)
  const pages = [...text.pages]
  let given = 0
  for await (const texts of model ? readScannedPages(file, { pages: bare, model }, call) : []) {
    for (const [page, read] of texts) pages[page - 1] = read
    const last = Math.max(...texts.keys())
    if (!whole) yield documentsOf(file, { ...text, pages }, { from: given, to: last })
    given = last
  }
  if (pages.every((page) => page.trim() === '')) throw nothingToRead(file.name)
  if (whole) yield [{ pageContent: pages.join('\n\n'), metadata: metadataOf(file, text) }]
  else yield documentsOf(file, { ...text, pages }, { from: given, to: pages.length })
}

const metadataOf = ({ name }: OpenFile, { metadata }: DocumentText): JsonObject => ({
  source: name,
  pdf: metadata,
})

function documentsOf(
  file: OpenFile,
  text: DocumentText,
  { from, to }: { from: number; to: number },
): Document[] {
  const ofAll = metadataOf(file, text)
  return text.pages
    .slice(from, to)
    .map((pageContent, index) => ({ pageContent, metadata: { ...ofAll, ...text.facts[from + index] } }))
}

const withoutText = (name: string) =>
  new RunnelError(
    'invalid_input',
    `The PDF ${name} holds no text, perhaps only pictures of pages. Choose a chat model that sees pictures under “${SCAN_MODEL_LABEL}”, or send one with text in it.`,
  )

const nothingToRead = (name: string) =>
  new RunnelError('invalid_input', `The PDF ${name} holds no text, and no picture with text.`)
