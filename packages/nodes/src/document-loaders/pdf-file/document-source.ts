import { type JsonObject, type NamedFile, RunnelError, readFileParam } from '@runnel/contract'
import { type CallContext, type Document, type LoadDocuments, readText } from '@runnel/node-kit'
import { finishDocuments } from '../finish-documents.ts'

/** The text of the chosen files: a document for each page, or for each file. */
export const loadPdfFiles: LoadDocuments = async (component, call) => {
  const files = readFileParam(component.values.pdfFile)
  if (files.length === 0) {
    throw new RunnelError('invalid_input', `${component.label} has no file. Choose a PDF in the node.`)
  }
  const perFile = readText(component.values, 'usage') === 'perFile'
  const documents: Document[] = []
  for (const file of files) documents.push(...(await readFile(file, { perFile, call })))
  return finishDocuments(component, documents, call)
}

async function readFile(
  file: NamedFile,
  { perFile, call }: { perFile: boolean; call: CallContext },
): Promise<Document[]> {
  const { pages, metadata } = await call.file.readText(file.source, 'pdf')
  const name = file.name ?? (await call.file.stat(file.source)).name
  const known: JsonObject = { source: name, pdf: { ...metadata, totalPages: pages.length } }
  if (perFile) return onlyWithText([{ pageContent: pages.join('\n\n'), metadata: known }])
  return onlyWithText(
    pages.map((pageContent, index) => ({
      pageContent,
      metadata: { ...known, loc: { pageNumber: index + 1 } },
    })),
  )
}

function onlyWithText(documents: Document[]): Document[] {
  return documents.filter(({ pageContent }) => pageContent.trim() !== '')
}
