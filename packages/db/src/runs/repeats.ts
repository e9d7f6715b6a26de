import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

/** Shorter texts are not worth a place of their own. */
export const LONG_TEXT = 500

type Place = (string | number)[]

/** A text that is said again: where it stands, and how long the name of that place is. */
interface First {
  place: Place
  length: number
}

/** Where an output may say a text again that is worth leaving out; what lies deeper is not looked at. */
const DEEPEST = 100
/** What a number takes in the name of a place, in characters; a key takes as much beside its own. */
const STEP_LENGTH = 8

/** An output some of whose texts stand in it once; each repeat names its own place and that of the text. */
type OutputWithRepeats = JsonObject & { repeats: [repeat: Place, first: Place][] }

/** An output that has a key `repeats` of its own, as code may give it. */
type OutputWithOwnKey = JsonObject & { repeats: { own: JsonValue } }

/** The key by which repeats are stored; an output that has one of its own is only stored through `withoutRepeats`. */
export const REPEATS_KEY = 'repeats'

function hasOwnRepeats(output: JsonValue): output is JsonObject & { repeats: JsonValue } {
  return isJsonObject(output) && Object.hasOwn(output, REPEATS_KEY)
}

/**
 * What is stored of an output that says one long text in several places, as a step does that hands on what it was
 * given: the text stands where it comes first. It never takes more room than the output: a text whose place has a name
 * that is nearly as long stays where it is.
 */
export function withoutRepeats(output: JsonValue): JsonValue {
  if (!isJsonObject(output)) return output
  if (hasOwnRepeats(output)) return { ...output, repeats: { own: output.repeats } }
  const finder = new RepeatFinder()
  const left = finder.leaveFields(output)
  return finder.repeats.length === 0 ? output : { ...left, repeats: finder.repeats }
}

class RepeatFinder {
  readonly repeats: [Place, Place][] = []
  readonly #firsts = new Map<string, First>()
  /** Where the walk stands; copied only for a long text, as every step's output passes here. */
  readonly #place: Place = []
  #length = 0

  leaveFields(fields: JsonObject): JsonObject {
    let left = fields
    for (const name of Object.keys(fields)) {
      const value = fields[name] as JsonValue
      const own = this.#leave(value, name)
      if (own === value) continue
      // Copied once: an output may have thousands of fields. Each is there already, so that no name means more than itself.
      if (left === fields) left = { ...fields }
      left[name] = own
    }
    return left
  }

  #leave(value: JsonValue, name: string | number): JsonValue {
    if (typeof value === 'string' ? value.length < LONG_TEXT : typeof value !== 'object' || value === null)
      return value
    if (this.#place.length === DEEPEST) return value
    const length = STEP_LENGTH + (typeof name === 'string' ? name.length : 0)
    this.#place.push(name)
    this.#length += length
    const left = this.#leaveInside(value)
    this.#place.pop()
    this.#length -= length
    return left
  }

  #leaveInside(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.#leaveText(value)
    if (!Array.isArray(value)) return this.leaveFields(value as JsonObject)
    const left = value.map((item, index) => this.#leave(item, index))
    return left.some((item, index) => item !== value[index]) ? left : value
  }

  #leaveText(text: string): JsonValue {
    const length = this.#length
    const first = this.#firsts.get(text)
    // Twice, as a key may hold what takes more room when it is written.
    if (2 * (length + (first?.length ?? 0)) > text.length) return text
    if (first) this.repeats.push([[...this.#place], first.place])
    else this.#firsts.set(text, { place: [...this.#place], length })
    return first ? null : text
  }
}

/** Reads an output that `withoutRepeats` left, each text in every place where it was said. */
export function parseOutput(stored: string): JsonValue {
  const output = JSON.parse(stored) as JsonValue
  if (hasOwnKey(output)) return { ...output, repeats: output.repeats.own }
  if (!hasRepeats(output)) return output
  const { repeats, ...whole } = output
  for (const [repeat, first] of repeats) setAt(whole, repeat, getAt(whole, first))
  return whole
}

function hasRepeats(output: JsonValue): output is OutputWithRepeats {
  return isJsonObject(output) && Array.isArray(output.repeats)
}

function hasOwnKey(output: JsonValue): output is OutputWithOwnKey {
  if (!isJsonObject(output) || !isJsonObject(output.repeats)) return false
  const [key, ...others] = Object.keys(output.repeats)
  return key === 'own' && others.length === 0
}

// The layer wrote the places, so each of them is there.
type Steps = Record<string | number, JsonValue>

function getAt(whole: JsonValue, place: Place): JsonValue {
  let value = whole
  for (const name of place) value = (value as Steps)[name] as JsonValue
  return value
}

function setAt(whole: JsonObject, place: Place, text: JsonValue): void {
  const holder = getAt(whole, place.slice(0, -1)) as Steps
  Object.defineProperty(holder, place.at(-1) as string, {
    value: text,
    enumerable: true,
    writable: true,
    configurable: true,
  })
}
