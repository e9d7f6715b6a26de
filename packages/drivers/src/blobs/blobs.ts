import type { Readable } from 'node:stream'

/** What a blob may be made of: bytes, or any stream of them. */
export type BlobSource = Uint8Array | AsyncIterable<Uint8Array>

/** What is known of a blob without reading it. */
export interface BlobStat {
  /** Size in bytes. */
  size: number
}

/** Positions of bytes, both included; without `end` to the last. What lies beyond the blob is left out. */
export interface ByteRange {
  start: number
  end?: number
}

/**
 * Files by opaque id. The store makes the id; names, types, times and owners are kept by the caller in the database.
 * No method takes a path. An id that the store did not make is `blob_not_found`, like one that is gone. Several
 * processes may use one store at once. A store that cannot be reached is `unavailable`.
 */
export interface Blobs {
  /** Stores the bytes durably and returns the new id (a UUID). With `maxBytes`, more is `body_too_large`. */
  put(source: BlobSource, options?: { maxBytes?: number }): Promise<string>
  /** A stream of the bytes, or of a part of them. Throws `blob_not_found` at once, not while reading. */
  get(id: string, range?: ByteRange): Promise<Readable>
  /** The size. Throws `blob_not_found`. */
  stat(id: string): Promise<BlobStat>
  /** Removes the blob; one that is already gone is no error. */
  delete(id: string): Promise<void>
  /** Ends connections; streams that are still read end with an error. */
  close(): Promise<void>
}
