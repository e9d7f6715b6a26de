import { type FilterPiece, isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { takeJsonApart } from './fill-json-text.ts'
import { MENTION, mentionedReference, REFERENCE } from './find-references.ts'
import { valueAsText } from './read-path.ts'

/** Puts the values of a run in place of the references of a text. */
type FillText = (text: string) => JsonValue

const WHOLE_REFERENCE = /^\s*\{\{[^{}\n]*\}\}\s*$/
const SIMPLE = /^(?:true|false|-?\d+(?:\.\d+)?)$/

/**
 * Puts values in place of the references of a filter so that each is one value of it, and never an operator or the end of a
 * text: who asks would find what the author kept from them. A filter of JSON becomes an object; one in a language of its own
 * becomes the list of its pieces, which its store quotes. A filter that is nothing but a reference is what that holds.
 */
export function fillFilter(value: JsonValue, fill: FillText): JsonValue {
  if (typeof value !== 'string') return fillInside(value, fill)
  const text = withoutMentions(value)
  if (!text.includes('{{')) return text
  if (WHOLE_REFERENCE.test(text)) return fill(text)
  return fillJson(text, fill) ?? takeApart(text).map((piece) => fillPiece(piece, fill))
}

const withoutMentions = (text: string): string =>
  text.replace(MENTION, (whole, attributes: string) => {
    const reference = mentionedReference(attributes)
    return reference === undefined ? whole : `{{${reference}}}`
  })

/** A value of a filter: what is an object is put in as its text. */
function asScalar(value: JsonValue): JsonValue {
  return typeof value === 'object' && value !== null ? valueAsText(value) : value
}

function fillInside(value: JsonValue, fill: FillText): JsonValue {
  if (typeof value === 'string') return value.includes('{{') ? asScalar(fill(value)) : value
  if (Array.isArray(value)) return value.map((each) => fillInside(each, fill))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillInside(each, fill)]))
}

/** Before a reference in the place of a whole value, while the rest is read as JSON. */
const BARE = '\u0000bare:'

/** Undefined for a text that is no JSON even with values in its places. */
function fillJson(text: string, fill: FillText): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  const pieces = takeJsonApart(text).map((piece) => {
    if (typeof piece === 'string') return piece
    return piece.isInString ? piece.whole : JSON.stringify(`${BARE}${piece.whole}`)
  })
  let parsed: JsonValue
  try {
    parsed = JSON.parse(pieces.join(''))
  } catch {
    return undefined
  }
  return fillInside(parsed, (each) =>
    each.startsWith(BARE) ? fillBare(each.slice(BARE.length), fill) : fill(each),
  )
}

function fillBare(reference: string, fill: FillText): JsonValue {
  const value = asScalar(fill(reference))
  return typeof value === 'string' && SIMPLE.test(value) ? (JSON.parse(value) as JsonValue) : value
}

function fillPiece(piece: FilterPiece, fill: FillText): JsonValue {
  if (typeof piece === 'string') return piece
  if (Array.isArray(piece)) return [valueAsText(fill(piece[0]))]
  const filled: JsonObject = { bare: valueAsText(fill(piece.bare)) }
  return filled
}

/** Where a scan of a filter is: behind which quote, and what it has seen of the text there. */
interface Scan {
  pieces: FilterPiece[]
  /** The author's own text that is not among the pieces yet. */
  raw: string
  quote: string
  /** What stands behind the quote, without the backslashes of its author. */
  content: string
  hasReference: boolean
}

/** Takes the texts in quotes that hold references, and the references without quotes, out of a filter. */
function takeApart(text: string): FilterPiece[] {
  const scan: Scan = { pieces: [], raw: '', quote: '', content: '', hasReference: false }
  let from = 0
  for (const { 0: reference, index } of text.matchAll(REFERENCE)) {
    readPlain(scan, text.slice(from, index))
    readReference(scan, reference)
    from = index + reference.length
  }
  readPlain(scan, text.slice(from))
  // What is not closed ends with the filter.
  if (scan.hasReference) closeQuote(scan, '')
  pushRaw(scan)
  return scan.pieces
}

function pushRaw(scan: Scan): void {
  if (scan.raw !== '') scan.pieces.push(scan.raw)
  scan.raw = ''
}

function readReference(scan: Scan, reference: string): void {
  if (scan.quote === '') {
    pushRaw(scan)
    scan.pieces.push({ bare: reference })
    return
  }
  scan.content += reference
  scan.raw += reference
  scan.hasReference = true
}

function readPlain(scan: Scan, text: string): void {
  let at = 0
  while (at < text.length) {
    const sign = text.charAt(at)
    if (scan.quote !== '') at += readQuoted(scan, sign, text.charAt(at + 1))
    else {
      if (sign === '"' || sign === "'") openQuote(scan, sign)
      else scan.raw += sign
      at += 1
    }
  }
}

/** Reads one sign of a text in quotes, with the one that it escapes; gives how many they were. */
function readQuoted(scan: Scan, sign: string, next: string): number {
  if (sign === scan.quote) closeQuote(scan, sign)
  else {
    const escaped = sign === '\\' ? next : ''
    scan.content += escaped === '' ? sign : escaped
    scan.raw += sign + escaped
    return 1 + escaped.length
  }
  return 1
}

function openQuote(scan: Scan, quote: string): void {
  scan.quote = quote
  scan.content = ''
  scan.hasReference = false
  // Its own text begins with the quote, which goes where it holds a reference.
  scan.pieces.push(scan.raw)
  scan.raw = quote
}

/** A text without a reference stays as its author wrote it. */
function closeQuote(scan: Scan, sign: string): void {
  const before = scan.pieces.pop()
  if (scan.hasReference) {
    if (before !== undefined && before !== '') scan.pieces.push(before)
    scan.pieces.push([scan.content])
    scan.raw = ''
  } else scan.raw = `${String(before ?? '')}${scan.raw}${sign}`
  scan.quote = ''
  scan.hasReference = false
}
