import { isJsonObject, type JsonValue } from '@runnel/contract'

/** A document from which an answer has its facts. */
export interface SourceDocument {
  name: string
  page?: number
  text: string
}

/** A found document with the name of its source, and its page where it has pages; undefined for another value. */
export function readSource(source: JsonValue): SourceDocument | undefined {
  if (!isJsonObject(source) || typeof source.pageContent !== 'string') return undefined
  const metadata = isJsonObject(source.metadata) ? source.metadata : {}
  if (typeof metadata.source !== 'string') return undefined
  const page = isJsonObject(metadata.loc) ? metadata.loc.pageNumber : undefined
  return {
    name: metadata.source,
    text: source.pageContent,
    ...(typeof page === 'number' ? { page } : {}),
  }
}
