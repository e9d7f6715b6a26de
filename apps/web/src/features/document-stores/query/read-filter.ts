import { isJsonObject, type JsonObject } from '@runnel/contract'

/** What somebody wrote as a filter of metadata: nothing, an object, or what is none (`isWrong`). */
export function readFilter(text: string): { filter?: JsonObject; isWrong?: true } {
  if (text.trim() === '') return {}
  try {
    const filter: unknown = JSON.parse(text)
    if (isJsonObject(filter)) return Object.keys(filter).length === 0 ? {} : { filter }
  } catch {
    // What is half written is no filter yet.
  }
  return { isWrong: true }
}
