import type { Readable } from 'node:stream'

/** What a blob may be made of: bytes, or any stream of them. */
export type BlobSource = Uint8Array | AsyncIterable<Uint8Array>

/** What is known of a blob without reading it. */
export interface BlobStat {
  /** Size in bytes. */
  size: number
  createdAt: Date
}

/**
 * Files by opaque id. The store makes the id; names, types and owners are kept by the caller in the database.
 * No method takes a path. An id that the store did not make is `blob_not_found`, like one that is gone.
 */
export interface Blobs {
  /** Stores the bytes durably and returns the new id (a UUID). With `maxBytes`, more is `body_too_large`. */
  put(source: BlobSource, options?: { maxBytes?: number }): Promise<string>
  /** A stream of the bytes. Throws `blob_not_found` at once, not while reading. */
  get(id: string): Promise<Readable>
  /** Size and time. Throws `blob_not_found`. */
  stat(id: string): Promise<BlobStat>
  /** Removes the blob; one that is already gone is no error. */
  delete(id: string): Promise<void>
}
