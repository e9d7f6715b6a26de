import { RunnelError } from '@runnel/contract'

/** What a stranger may send as one JSON body. */
export interface JsonLimits {
  /** Lists, objects and what they hold, counted together. */
  values: number
  /** Bytes outside of long texts. */
  plainBytes: number
  /** Bytes of one long text, as it is written. */
  textBytes: number
  /** The same where it holds escapes, which take longer to read. */
  escapedBytes: number
}

const MEGABYTE = 1024 * 1024

/** A file of 5 MB in base64 passes. */
export const jsonLimits: JsonLimits = {
  values: 10_000,
  plainBytes: MEGABYTE,
  textBytes: 8 * MEGABYTE,
  escapedBytes: 3 * MEGABYTE,
}

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

function tooLarge(message: string): RunnelError {
  return new RunnelError('body_too_large', message)
}

/** Where the intake stands in the text. */
interface Place {
  inText: boolean
  isEscape: boolean
  /** Of the text that is open, or was the last one. */
  text: LongText
  values: number
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
export function createJsonIntake(mark: string, limits: JsonLimits = jsonLimits): JsonIntake {
  const plain: Buffer[] = []
  const texts: LongText[] = []
  const newText = () => ({ pieces: [], isEscaped: false, bytes: 0 })
  const place: Place = { inText: false, isEscape: false, text: newText(), values: 1, plainBytes: 0 }

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
    if (BEGINS.has(byte)) {
      place.values += 1
      if (place.values > limits.values)
        throw tooLarge(`The JSON holds more than ${limits.values} values. Send less at once.`)
    } else if (byte === COLON && place.text.bytes > LONG_TEXT)
      throw new RunnelError('invalid_json', `A name in the JSON is longer than ${LONG_TEXT} bytes.`)
  }

  /** Takes what stands outside of texts, with the quote that opens the next one; gives the place behind it. */
  function takePlain(piece: Buffer, start: number): number {
    let index = start
    for (; index < piece.length && piece[index] !== QUOTE; index += 1) countPlain(piece[index] as number)
    keepPlain(piece.subarray(start, index + 1))
    if (index === piece.length) return index
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
