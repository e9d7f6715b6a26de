import { RunnelError } from '@runnel/contract'

/** What one JSON body may hold. */
export interface JsonLimits {
  /** Lists, objects and what they hold, counted together. */
  values: number
  /** Names in one object: each more of them costs more than the one before. */
  names: number
  /** Bytes outside of long texts. */
  plainBytes: number
  /** Bytes of one long text, as it is written. */
  textBytes: number
  /** The same where it holds escapes, which take longer to read. */
  escapedBytes: number
}

const MEGABYTE = 1024 * 1024

/** No form, no settings and no map of ours has as many. */
const MOST_NAMES = 5_000

/** Bytes of a body with whole flows or files. */
export const LARGEST_BODY = 50 * MEGABYTE

/** Of a question, and of whatever is no flow and no group. A file of 5 MB in base64 passes. */
export const jsonLimits: JsonLimits = {
  values: 10_000,
  names: MOST_NAMES,
  plainBytes: MEGABYTE,
  textBytes: 8 * MEGABYTE,
  escapedBytes: 3 * MEGABYTE,
}

/** Of a document in its own form, or with a flow as one text: nobody but members and keys sends them. */
export const documentLimits: JsonLimits = {
  values: 100_000,
  names: MOST_NAMES,
  plainBytes: 8 * MEGABYTE,
  textBytes: LARGEST_BODY,
  escapedBytes: LARGEST_BODY,
}

/** Of a group of 10,000 people, with their names and addresses. */
export const provisioningLimits: JsonLimits = {
  values: 50_000,
  names: MOST_NAMES,
  plainBytes: 3 * MEGABYTE,
  textBytes: MEGABYTE,
  escapedBytes: MEGABYTE,
}

/** What the text of a flow may hold: its nodes bring their definitions along. */
export const flowLimits = { values: 500_000, names: MOST_NAMES }

/** Texts above this are taken out of the document, in bytes. */
export const LONG_TEXT = 4 * 1024

/** A long text as it was written, without its quotes. */
export interface LongText {
  pieces: Buffer[]
  bytes: number
  /** It holds escapes, or signs that no text may hold: only a JSON parser can tell what it says. */
  isEscaped: boolean
}

/** A body whose long texts stand apart: in `json` the name `${mark}${index}` is in the place of each. */
export interface TakenJson {
  json: string
  mark: string
  texts: LongText[]
}

/** Counts what JSON holds by the signs that are handed over, those of texts left out. */
interface ShapeCount {
  /** @throws RunnelError `body_too_large`, `invalid_json` */
  see(sign: number): void
}

/**
 * Looks at values, texts, levels and names. Of texts there are no more than two for each value in what is JSON: a name and the
 * value itself.
 */
function createShapeCount(limits: Pick<JsonLimits, 'values' | 'names'>): ShapeCount {
  let values = 1
  let texts = 0
  const names: number[] = [0]

  function open(): void {
    names.push(0)
    if (names.length > MAX_DEPTH + 1)
      throw new RunnelError('invalid_json', `The JSON is nested deeper than ${MAX_DEPTH} levels.`)
  }

  function nameOne(): void {
    const count = (names.at(-1) ?? 0) + 1
    names[names.length - 1] = count
    if (count > limits.names)
      throw tooLarge(`An object of the JSON has more than ${limits.names} names. Send less at once.`)
  }

  function place(sign: number): void {
    if (sign === QUOTE) texts += 1
    else if (sign === COLON) nameOne()
    else if (OPENS.has(sign)) open()
    else if (CLOSES.has(sign) && names.length > 1) names.pop()
  }

  return {
    see(sign) {
      place(sign)
      if (BEGINS.has(sign)) values += 1
      if (values > limits.values || texts > 2 * limits.values)
        throw tooLarge(`The JSON holds more than ${limits.values} values. Send less at once.`)
    },
  }
}

/** Counts what a JSON text holds, piece by piece. */
export function createTextCount(limits: Pick<JsonLimits, 'values' | 'names'>): {
  /** @throws RunnelError `body_too_large`, `invalid_json` */
  push(piece: string): void
} {
  const shape = createShapeCount(limits)
  let inText = false
  let isEscape = false

  function passInText(sign: number): void {
    if (isEscape) isEscape = false
    else if (sign === BACKSLASH) isEscape = true
    else inText = sign !== QUOTE
  }

  function pass(sign: number): void {
    if (inText) passInText(sign)
    else {
      shape.see(sign)
      inText = sign === QUOTE
    }
  }

  return {
    push(piece) {
      for (let index = 0; index < piece.length; index += 1) pass(piece.charCodeAt(index))
    },
  }
}

/** Takes in a JSON body piece by piece, with work in proportion to each piece. */
export interface JsonIntake {
  /** @throws RunnelError `body_too_large`, `invalid_json` */
  push(piece: Buffer): void
  end(): TakenJson
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const BLANK = 0x20
const COLON = 0x3a
/** `,`, `[` and `{`: each begins one more value. */
const BEGINS = new Set([0x2c, 0x5b, 0x7b])
const OPENS = new Set([0x5b, 0x7b])
const CLOSES = new Set([0x5d, 0x7d])

/** Levels of lists and objects: recursion over more would end the process. */
export const MAX_DEPTH = 200

function tooLarge(message: string): RunnelError {
  return new RunnelError('body_too_large', message)
}

/** Where the intake stands in the text. */
interface Place {
  inText: boolean
  isEscape: boolean
  /** Of the text that is open, or was the last one. */
  text: LongText
  plainBytes: number
}

/**
 * Index behind the last byte of the open text that lies in this piece: of its closing quote, or the piece's length.
 * The quote itself closes the text.
 */
function passText(place: Place, piece: Buffer, start: number): number {
  let index = start
  for (; index < piece.length; index += 1) {
    const byte = piece[index] as number
    if (place.isEscape) place.isEscape = false
    else if (byte === QUOTE) {
      place.inText = false
      break
    } else if (byte === BACKSLASH) {
      place.isEscape = true
      place.text.isEscaped = true
    } else if (byte < BLANK) place.text.isEscaped = true
  }
  return index
}

/** Makes an intake for one body. `mark` is a text that nobody can guess. */
export function createJsonIntake(mark: string, limits: JsonLimits): JsonIntake {
  const plain: Buffer[] = []
  const texts: LongText[] = []
  const newText = () => ({ pieces: [], isEscaped: false, bytes: 0 })
  const place: Place = { inText: false, isEscape: false, text: newText(), plainBytes: 0 }
  const shape = createShapeCount(limits)

  function keepPlain(bytes: Buffer): void {
    place.plainBytes += bytes.length
    if (place.plainBytes > limits.plainBytes)
      throw tooLarge(`The JSON holds more than ${limits.plainBytes} bytes beside its long texts.`)
    plain.push(bytes)
  }

  function keepText(bytes: Buffer): void {
    const { text } = place
    text.bytes += bytes.length
    const most = text.isEscaped ? limits.escapedBytes : limits.textBytes
    if (text.bytes > most) throw tooLarge(`A text of the JSON is longer than ${most} bytes.`)
    text.pieces.push(bytes)
  }

  function closeText(): void {
    const { text } = place
    if (text.bytes <= LONG_TEXT) for (const bytes of text.pieces) keepPlain(bytes)
    else {
      keepPlain(Buffer.from(`${mark}${texts.length}`))
      texts.push(text)
    }
  }

  function countPlain(byte: number): void {
    shape.see(byte)
    if (byte === COLON && place.text.bytes > LONG_TEXT)
      throw new RunnelError('invalid_json', `A name in the JSON is longer than ${LONG_TEXT} bytes.`)
  }

  /** Takes what stands outside of texts, with the quote that opens the next one; gives the place behind it. */
  function takePlain(piece: Buffer, start: number): number {
    let index = start
    for (; index < piece.length && piece[index] !== QUOTE; index += 1) countPlain(piece[index] as number)
    keepPlain(piece.subarray(start, index + 1))
    if (index === piece.length) return index
    shape.see(QUOTE)
    place.inText = true
    place.text = newText()
    return index + 1
  }

  /** Takes what is left of the open text, with the quote that closes it; gives the place behind it. */
  function takeText(piece: Buffer, start: number): number {
    const end = passText(place, piece, start)
    keepText(piece.subarray(start, end))
    if (place.inText) return end
    closeText()
    keepPlain(piece.subarray(end, end + 1))
    return end + 1
  }

  return {
    push(piece) {
      let at = 0
      while (at < piece.length) at = place.inText ? takeText(piece, at) : takePlain(piece, at)
    },
    end() {
      if (place.inText) closeText()
      return { json: Buffer.concat(plain).toString('utf8'), mark, texts }
    },
  }
}
