import type { JsonValue } from '@runnel/contract'
import { gatherInTurns, type Steps } from '@runnel/node-kit'
import { JSONParser } from '@streamparser/json'

/** A text of this many characters is parsed at once: that takes a millisecond. */
const SHORT = 128 * 1024
/** Characters that are read in one step. */
const SLICE = 16 * 1024

/**
 * `JSON.parse` that lets others have their turn: 50 MB at once hold the thread for a quarter of a second.
 * @throws Error as its parser words it
 */
export async function parseLongJson(text: string): Promise<JsonValue> {
  const [found] = await gatherInTurns(wholeSteps(text))
  return found?.value ?? null
}

function* wholeSteps(text: string): Steps<{ value: JsonValue }> {
  yield { value: yield* jsonSteps(text) }
}

/** The same in steps, for who takes turns already. */
export function* jsonSteps(text: string): Generator<undefined, JsonValue> {
  const whole = text.trim()
  if (whole.length > SHORT) return yield* longSteps(whole)
  const parsed: JsonValue = JSON.parse(whole)
  return parsed
}

function* longSteps(text: string): Generator<undefined, JsonValue> {
  const parser = new JSONParser({ paths: ['$'], keepStack: true })
  let found: JsonValue = null
  parser.onValue = ({ value }) => {
    found = value ?? null
  }
  for (let at = 0; at < text.length; at += SLICE) {
    parser.write(text.slice(at, at + SLICE))
    yield undefined
  }
  if (!parser.isEnded) endParser(parser)
  return found
}

/** Its own words for a text that is cut off tell of its states. */
function endParser(parser: JSONParser): void {
  try {
    parser.end()
  } catch (cause) {
    throw new SyntaxError('its end is missing.', { cause })
  }
}
