import type { JsonObject } from '@runnel/contract'
import type { Selectable } from 'kysely'
import type { VectorCollectionTable } from './vector-tables.ts'

/** A collection with its embedder's description as an object. */
export type VectorCollectionRow = Omit<Selectable<VectorCollectionTable>, 'embedder'> & {
  embedder: JsonObject
}

/** A text with its vector, to be kept. */
export interface NewVectorEntry {
  contentHash: string
  text: string
  metadata: JsonObject
  embedding: Float32Array
  /** Of a piece of a longer text, which stands in the first entry of its pieces, as its metadata do: that entry, and from where to where. */
  piece?: { of: number; from: number; to: number } | undefined
  /** Words that are searched with the text, and not answered. */
  context?: string | undefined
}

/** A collection of a stored row; the layer wrote its JSON. */
export function toCollection(row: Selectable<VectorCollectionTable>): VectorCollectionRow {
  return { ...row, embedder: JSON.parse(row.embedder) as JsonObject }
}

/** The bytes of a vector: 32-bit floats, little end first. */
export function toBytes(embedding: Float32Array): Uint8Array {
  return new Uint8Array(embedding.buffer, embedding.byteOffset, embedding.byteLength)
}

/** The vector of stored bytes, in memory of its own: those of a driver may begin anywhere in a larger piece. */
export function toEmbedding(bytes: Uint8Array): Float32Array {
  if (bytes.byteLength === bytes.buffer.byteLength) return new Float32Array(bytes.buffer)
  return new Float32Array(new Uint8Array(bytes).buffer)
}
