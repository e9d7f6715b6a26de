import { isJsonObject, type JsonValue } from '@runnel/contract'
import { REFERENCE } from './find-references.ts'

/** Gives the text of a reference by what stands in its braces; undefined when it is unknown. */
type FindText = (inside: string) => string | undefined

/** A reference in a JSON text. */
interface JsonPlace {
  whole: string
  inside: string
  /** Whether it stands in a string of the JSON, not in the place of a whole value. */
  isInString: boolean
}

/**
 * Puts values in place of the references of a JSON text so that each stays where its author put it, whatever quotes and
 * braces it holds: inside a string it is a part of that string, and in the place of a value it is one value: what is
 * JSON by itself as that, anything else as a string. Unknown references stay. Undefined when the text is no JSON object
 * or list even with values in its places.
 */
export function fillJsonText(text: string, findText: FindText): string | undefined {
  const pieces = takeJsonApart(text)
  if (!isJson(pieces)) return undefined
  return pieces.map((piece) => (typeof piece === 'string' ? piece : fill(piece, findText))).join('')
}

/** The text between the references of a JSON text, and those, in order. */
export function takeJsonApart(text: string): (string | JsonPlace)[] {
  const pieces: (string | JsonPlace)[] = []
  let from = 0
  let isInString = false
  for (const found of text.matchAll(REFERENCE)) {
    const before = text.slice(from, found.index)
    isInString = endsInString(before, isInString)
    const [whole, inside = ''] = found
    pieces.push(before, { whole, inside, isInString })
    from = found.index + whole.length
  }
  return [...pieces, text.slice(from)]
}

function endsInString(text: string, begunInString: boolean): boolean {
  let isInString = begunInString
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '"') isInString = !isInString
    else if (text[index] === '\\' && isInString) index += 1
  }
  return isInString
}

function isJson(pieces: readonly (string | JsonPlace)[]): boolean {
  const sample = pieces.map((piece) => {
    if (typeof piece === 'string') return piece
    return piece.isInString ? '' : 'null'
  })
  try {
    const parsed: JsonValue = JSON.parse(sample.join(''))
    return Array.isArray(parsed) || isJsonObject(parsed)
  } catch {
    return false
  }
}

function fill({ whole, inside, isInString }: JsonPlace, findText: FindText): string {
  const text = findText(inside)
  if (text === undefined) return whole
  if (isInString) return JSON.stringify(text).slice(1, -1)
  try {
    JSON.parse(text)
    return text
  } catch {
    return JSON.stringify(text)
  }
}
