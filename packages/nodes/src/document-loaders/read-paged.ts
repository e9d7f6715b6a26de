import type { DocumentFormat, JsonObject } from '@runnel/contract'
import type { CallContext, Document } from '@runnel/node-kit'
import type { OpenFile } from './read-files.ts'

/** A document of pages, rows, slides or chapters, and whether it stays whole. */
interface PagedReading {
  format: DocumentFormat
  whole?: boolean
}

/** What is known of every page of a document. */
const known: { [Format in DocumentFormat]?: (metadata: JsonObject) => JsonObject } = {
  pdf: (metadata) => ({ pdf: metadata }),
}

/** The pages of a file as documents, or one document of all of them. */
export async function readPaged(
  { source, name }: OpenFile,
  { format, whole = false }: PagedReading,
  call: CallContext,
): Promise<Document[]> {
  const { pages, facts, metadata } = await call.file.readText(source, format)
  const ofAll: JsonObject = { source: name, ...known[format]?.(metadata) }
  if (whole) return [{ pageContent: pages.join('\n\n'), metadata: ofAll }]
  return pages.map((pageContent, index) => ({ pageContent, metadata: { ...ofAll, ...facts[index] } }))
}
