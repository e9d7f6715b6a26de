import type { JsonObject } from '@runnel/contract'

/** The text of a document, by page, and what it says of itself: `{totalPages, info}`. */
export interface DocumentText {
  pages: string[]
  metadata: JsonObject
}

/** A document to read. `name` is what errors call it. */
export interface DocumentRequest {
  bytes: Uint8Array
  name: string
  /** Whose it is, such as a workspace's id, and what of it, such as a flow's: readers are shared among these. */
  owner?: string
  group?: string
  signal: AbortSignal
}

/** Reads documents that strangers made: each in a process of its own, with little memory and little time. */
export interface DocumentReader {
  /**
   * The text of a PDF. @throws RunnelError `invalid_input` for one that is broken, locked or without text,
   * `limit_exceeded` for one that asks too much; what failed is not read again for an hour
   */
  readPdf(request: DocumentRequest): Promise<DocumentText>
}
