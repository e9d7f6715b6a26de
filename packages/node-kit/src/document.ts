import type { JsonObject } from '@runnel/contract'

/** A piece of text with what is known of it. Field names are the reference's, as sources show them. */
export interface Document {
  pageContent: string
  metadata: JsonObject
}

/** A document that was found; a higher score fits better. */
export interface FoundDocument extends Document {
  score: number
}
