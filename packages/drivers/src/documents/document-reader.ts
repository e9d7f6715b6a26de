import type { DocumentFormat, DocumentText } from '@runnel/contract'

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

/** Reads documents that strangers made: each in a process of its own, with little memory and little time. */
export interface DocumentReader {
  /**
   * The text of a document; its `metadata` are `{totalPages, info}`. @throws RunnelError `invalid_input` for one that is broken, locked or without text,
   * `limit_exceeded` for one that asks too much; what failed is not read again for an hour
   */
  read(request: DocumentRequest): Promise<DocumentText>
}
