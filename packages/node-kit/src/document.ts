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

/** What a source is called among those of one loader. */
export interface SourceName {
  /** Tells it from the others, also the next time. */
  id: string
  /** For people. */
  name: string
  /** What its list says of its content, such as an ETag: as long as it is the same, so is what is read of it. */
  version?: string
}

/** What came of one of the sources of a loader: a file of a folder, a page of a site. */
export interface LoadedSource {
  source: SourceName
  documents: Document[]
  /** Why it could not be read: then it has no documents. */
  fault?: unknown
  /** It is of the version that stands, and was not read: its documents are those of then. */
  stands?: true
  /** A flow does without it where it cannot be read. */
  mayBeMissing?: boolean
}

/**
 * Some documents of a loader; of one with many sources with where they are from, and with those that could not be read.
 * `of` tells how many sources there are in all, where that is known before they are read.
 */
export type LoadedPiece = Document[] | { sources: LoadedSource[]; of?: number }

/** Which sources of a loader with many are read, by their ids. */
export interface SourceChoice {
  /** All where it is absent. */
  only?: ReadonlySet<string>
  /** Versions that stand: a source whose list says the same of it is told, and not read. */
  standing?: ReadonlyMap<string, string>
}
