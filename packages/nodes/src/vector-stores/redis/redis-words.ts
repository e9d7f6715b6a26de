import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

/** What is known of a text as LangChain keeps it in a Redis: JSON with a backslash before these signs. */
export function writeMetadata(metadata: JsonObject): string {
  return JSON.stringify(metadata).replaceAll(/[-:"]/g, (sign) => `\\${sign}`)
}

/** The same as it was; JSON that has no such backslashes is read too. Nothing where it cannot be read. */
export function readMetadata(text: string): JsonObject {
  return parse(text.replaceAll(/\\([-:"])/g, '$1')) ?? parse(text) ?? {}
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: JsonValue = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Longer texts are no tags: nobody looks for them whole. */
const LONGEST_FACT = 500

/** Each text, number and switch that is known, as `key=value`. */
export function listFacts(metadata: JsonObject): string[] {
  return Object.entries(metadata).flatMap(([key, value]) => {
    const fact = `${key}=${JSON.stringify(value)}`
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
    return isPlain && fact.length <= LONGEST_FACT ? [fact] : []
  })
}

/** A tag inside of a query: whatever is no letter and no digit means nothing there. */
export function escapeTag(tag: string): string {
  return tag.replaceAll(/[^\p{L}\p{N}_]/gu, (sign) => `\\${sign}`)
}

/** More words of a question are not looked for. */
const MOST_WORDS = 32

/** Distinct words of a question, cut as Redis cuts texts (to it an underscore is part of a word); none has a sign that means something in a query. */
export function splitWords(question: string): string[] {
  return [...new Set(question.toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [])].slice(0, MOST_WORDS)
}
