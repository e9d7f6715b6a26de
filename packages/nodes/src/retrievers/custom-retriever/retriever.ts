import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { type Document, type Retrieve, readNumber, readText } from '@runnel/node-kit'
import { searchWiredStore } from '../wired-finders.ts'

const DEFAULT_LIMIT = 4

/** Documents of a store, each written in the form of the author; what is known of them stays. */
export const retrieveFormatted: Retrieve = async (component, { query, limit, filter }, call) => {
  const format = readText(component.values, 'resultFormat')
  const chosen = limit ?? readNumber(component.values, 'topK') ?? DEFAULT_LIMIT
  const found = await searchWiredStore(component, { query, filter, limit: chosen }, call)
  if (format.trim() === '') return found
  return found.map((document) => ({ ...document, pageContent: fill(format, document) }))
}

/** Fills the places once: what stands in a document is text, whatever it looks like. */
function fill(format: string, { pageContent, metadata }: Document): string {
  return format.replace(/\{\{([^{}]*)\}\}/g, (place, name: string) => {
    const [first, ...path] = name.trim().split('.')
    if (first === 'context' && path.length === 0) return pageContent
    return first === 'metadata' && path.length > 0 ? wordsAt(metadata, path) : place
  })
}

function wordsAt(metadata: JsonObject, path: string[]): string {
  let found: JsonValue | undefined = metadata
  for (const step of path) found = isJsonObject(found) && Object.hasOwn(found, step) ? found[step] : undefined
  if (found === undefined || found === null) return ''
  return typeof found === 'object' ? JSON.stringify(found) : String(found)
}
