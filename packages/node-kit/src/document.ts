import type { JsonObject } from '@runnel/contract'

/** A piece of text with what is known of it. Field names are the reference's, as sources show them. */
export interface Document {
  pageContent: string
  metadata: JsonObject
}

/** A document as it is taken into the embedded store. */
export interface SearchedDocument extends Document {
  /** It is found by each of these pieces of its text, from where to where, and answered whole; by the whole where absent. */
  pieces?: { from: number; to: number }[] | undefined
  /** Says where it stands in what it was cut of: searched with its text, by meaning and by words, and never answered. */
  context?: string | undefined
}

/** A document that was found; a higher score fits better. */
export interface FoundDocument extends Document {
  score: number
}
