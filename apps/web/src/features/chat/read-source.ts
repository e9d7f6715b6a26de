import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { type PassagePlace, readPassagePlace } from '../../ui/passage-place.ts'

/** A document from which an answer has its facts, and where in it they stand. */
export interface SourceDocument extends PassagePlace {
  /** Of its file, or its address; absent where its loader knows none, as of a text that was pasted. */
  name?: string
  /** Where it is on the web. */
  address?: string
  text: string
}

/** A found document with the name of its source, and its place there as far as that is known; undefined for another value. */
export function readSource(source: JsonValue): SourceDocument | undefined {
  if (!isJsonObject(source) || typeof source.pageContent !== 'string') return undefined
  if (!isJsonObject(source.metadata)) return undefined
  const { metadata } = source
  const name = typeof metadata.source === 'string' ? metadata.source : undefined
  return {
    text: source.pageContent,
    ...(name !== undefined && { name }),
    ...readPassagePlace(metadata),
    ...(name !== undefined && isWebAddress(name) && { address: name }),
  }
}

/** What is known of a document beside its text. */
export function metadataOf(source: JsonValue): JsonObject {
  return isJsonObject(source) && isJsonObject(source.metadata) ? source.metadata : {}
}

/** Only pages of the web are opened: any other scheme stays text. */
function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}
