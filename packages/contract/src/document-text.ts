import type { JsonObject } from './json.ts'

/** Kinds of documents whose text is read apart from the server: PDFs, the formats of Office since 2007, books. */
export type DocumentFormat = 'pdf' | 'docx' | 'xlsx' | 'pptx' | 'epub'

/**
 * The text of a document: by page (PDF, Word), by row (Excel), by slide (PowerPoint), by chapter (EPUB), and what it says
 * of itself. `facts` has what is known of each page: its number, the cells of a row.
 */
export interface DocumentText {
  pages: string[]
  facts: JsonObject[]
  metadata: JsonObject
}

/** What pages of a PDF show that have no text. */
export interface PagePictures {
  /** By the numbers of the pages, PNG as base64; a page that shows nothing has none. */
  pictures: { page: number; png: string }[]
  /** Pages with an image in a form that nothing here reads, or that is too large. */
  unreadable: number[]
}
