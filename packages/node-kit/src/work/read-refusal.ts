import { isJsonObject, type JsonValue } from '@runnel/contract'

/** Where servers write what is wrong, what says most first; behind each the same again, or a text. */
const PLACES = [
  'root_cause',
  'message',
  'Message',
  'errorMessage',
  'error_description',
  'error',
  'errors',
  'messages',
  'reason',
  'detail',
  'msg',
  'status',
]
/** A server nests what it says no deeper than that. */
const DEEPEST = 6

/**
 * What a server says of a refusal, without the form in which it says it; the whole text where that form is not known. Empty
 * for a page of the web.
 */
export function readRefusal(body: string): string {
  const text = body.trim()
  if (text.startsWith('<')) return ''
  if (!/^[{[]/.test(text)) return text
  try {
    return findWords(JSON.parse(text), 0) ?? text
  } catch {
    return text
  }
}

function findWords(told: JsonValue | undefined, depth: number): string | undefined {
  if (typeof told === 'string') return told.trim() === '' ? undefined : told.trim()
  if (depth > DEEPEST) return undefined
  if (Array.isArray(told)) return findWords(told[0], depth + 1)
  if (!isJsonObject(told)) return undefined
  for (const place of PLACES) {
    const words = Object.hasOwn(told, place) ? findWords(told[place], depth + 1) : undefined
    if (words !== undefined) return withHint(words, told.hint)
  }
  return undefined
}

const withHint = (words: string, hint: JsonValue | undefined) =>
  typeof hint === 'string' && hint !== '' ? `${words}${/[.!?]$/.test(words) ? '' : '.'} ${hint}` : words
