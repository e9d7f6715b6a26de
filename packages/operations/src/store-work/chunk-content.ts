import type { JsonObject } from '@runnel/contract'
import { hashJson } from './stored-store.ts'

/** The columns that tell of text and metadata; the hash is of both. */
export function contentColumns(text: string, metadata: JsonObject) {
  return {
    text,
    metadata: JSON.stringify(metadata),
    hash: hashJson({ pageContent: text, metadata }).slice(0, 32),
    characters: text.length,
  }
}
