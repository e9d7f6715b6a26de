import type { DocumentFormat, DocumentText, PagePictures } from '@runnel/contract'

/** A document to read. `name` is what errors call it. */
export interface DocumentRequest {
  bytes: Uint8Array
  format: DocumentFormat
  name: string
  /** Whose it is, such as a workspace's id, and what of it, such as a flow's: readers are shared among these. */
  owner?: string
  group?: string
  signal: AbortSignal
}

/** The same where one without any text is no fault: who asks looks at the pictures of its pages. */
export interface TextRequest extends DocumentRequest {
  mayBeEmpty?: boolean | undefined
}

/** Reads documents that strangers made: each in a process of its own, with little memory and little time. */
export interface DocumentReader {
  /**
   * The text of a document; its `metadata` are `{totalPages, info}`. @throws RunnelError `invalid_input` for one that is broken, locked or without text,
   * `limit_exceeded` for one that asks too much; what failed is not read again for an hour
   */
  read(request: TextRequest): Promise<DocumentText>
  /**
   * Pictures of these pages of a PDF: the images on them as they stand there, in grey, at most 2,000 points long. Faults as
   * above.
   */
  readPictures(request: Omit<DocumentRequest, 'format'>, pages: readonly number[]): Promise<PagePictures>
}
