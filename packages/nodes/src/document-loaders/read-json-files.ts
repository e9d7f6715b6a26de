import { errorMessage, isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { type Document, gatherInTurns, readObject, readSwitch, readText, type Steps } from '@runnel/node-kit'
import { isPlace } from './finish-documents.ts'
import { jsonSteps, parseLongJson } from './parse-long-json.ts'
import { createTextCount, type OpenFile, type ReadFile, readTextFile } from './read-files.ts'

const MOST_DOCUMENTS = 200_000

/**
 * A document for each text in a file of JSON, however deep; where places are named only for those below them. Or one for each
 * object of its list.
 */
export const readJson: ReadFile = async (file, values, call) => {
  const text = await readTextFile(file, call)
  const parsed = await parseLongJson(text).catch((error: unknown) => refuse(file.name, error))
  const names = readText(values, 'pointersName')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (readSwitch(values, 'separateByObject'))
    return gatherInTurns(describeObjects(parsed, names, { file, values }))
  const texts = await gatherInTurns(eachText(parsed, names))
  return texts.map((pageContent, index) => ({
    pageContent,
    metadata: { source: file.name, line: index + 1 },
  }))
}

/** A document for each line of a file of JSON lines: what stands there at the place that is named. */
export const readJsonLines: ReadFile = async (file, values, call) => {
  const pointer = readText(values, 'pointerName').trim()
  if (pointer === '') {
    throw new RunnelError('invalid_input', `Say which key of each line of ${file.name} is read.`, {
      issues: [{ path: 'pointerName', message: 'Name the key that holds the text.' }],
    })
  }
  return gatherInTurns(readLines(await readTextFile(file, call), pointer, { file, values }))
}

function* readLines(text: string, pointer: string, { file, values }: Described): Steps<Document> {
  let number = 0
  let documents = 0
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found
    const line = text.slice(at, end)
    at = end + 1
    number += 1
    const read = line.trim() === '' ? undefined : yield* readLine({ line, number, pointer }, { file, values })
    if (read) documents += 1
    if (documents > MOST_DOCUMENTS) throw tooMany()
    yield read
  }
}

interface Line {
  line: string
  number: number
  pointer: string
}

function* readLine(
  { line, number, pointer }: Line,
  { file, values }: Described,
): Generator<undefined, Document | undefined> {
  const parsed = yield* parse(line, `Line ${number} of ${file.name}`)
  const found = findPlace(parsed, pointer)
  if (found === undefined || found === null) return undefined
  const metadata = { source: file.name, line: number, ...pointedMetadata(parsed, values) }
  return { pageContent: asText(found), metadata }
}

function* parse(text: string, name: string): Generator<undefined, JsonValue> {
  try {
    return yield* jsonSteps(text)
  } catch (error) {
    return refuse(name, error)
  }
}

function refuse(name: string, cause: unknown): never {
  throw new RunnelError('invalid_input', `${name} is no JSON: ${errorMessage(cause)}`, { cause })
}

interface Described {
  file: OpenFile
  values: JsonObject
}

/** Each object as lines of names and values; with places, those alone. */
function* describeObjects(parsed: JsonValue, names: string[], { file, values }: Described): Steps<Document> {
  const count = createTextCount(file.name)
  let number = 0
  for (const object of Array.isArray(parsed) ? parsed : [parsed]) {
    if (!isJsonObject(object)) continue
    number += 1
    if (number > MOST_DOCUMENTS) throw tooMany()
    const places = names.length > 0 ? names : Object.keys(object).map((key) => `/${escapeKey(key)}`)
    const lines = places.flatMap((place) => {
      const found = findPlace(object, place)
      if (found === undefined || found === null) return []
      const line = `${nameOf(place)}: ${asText(found)}`
      count(line.length)
      return [line]
    })
    yield {
      pageContent: lines.join('\n'),
      metadata: { source: file.name, line: number, ...pointedMetadata(object, values) },
    }
  }
}

/** Metadata whose value is a place (`/source`) is what stands there. */
function pointedMetadata(object: JsonValue, values: JsonObject): JsonObject {
  const added = Object.entries(readObject(values, 'metadata') ?? {}).flatMap(([key, place]) => {
    const found = isPlace(place) ? findPlace(object, place) : undefined
    return found === undefined ? [] : [[key, found] as const]
  })
  return Object.fromEntries(added)
}

/** What stands at a place: a key, or a JSON pointer (`/a/0/b`). */
function findPlace(from: JsonValue, place: string): JsonValue | undefined {
  const steps = place.replace(/^\//, '').split('/')
  let found: JsonValue | undefined = from
  for (const step of steps) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    const holder: JsonValue | undefined = found
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) return undefined
    found = (holder as JsonObject)[key]
  }
  return found
}

function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

function nameOf(place: string): string {
  return place.replace(/^\//, '').replaceAll('~1', '/').replaceAll('~0', '~')
}

/** A value that is looked through, and whether its texts are wanted. */
interface Open {
  value: JsonValue
  taken: boolean
}

/** All texts below, in their order; with places, those that stand at one of them in any object. Goes as deep as the file does. */
function* eachText(parsed: JsonValue, places: string[]): Steps<string> {
  let texts = 0
  const open: Open[] = [{ value: parsed, taken: places.length === 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const isText = typeof next.value === 'string' && next.taken
    if (isText && ++texts > MOST_DOCUMENTS) throw tooMany()
    yield isText ? (next.value as string) : undefined
    for (const inner of listInner(next, places).reverse()) open.push(inner)
  }
}

function tooMany(): RunnelError {
  return new RunnelError(
    'limit_exceeded',
    `There are more than ${MOST_DOCUMENTS} documents in it. Split the file, or name the keys that are read.`,
  )
}

/** What a value holds, and what is wanted of it; what was found at a place stands first. */
function listInner({ value, taken }: Open, places: string[]): Open[] {
  if (typeof value !== 'object' || value === null) return []
  const found = taken ? [] : places.flatMap((place) => findPlace(value, place) ?? [])
  const known = new Set(found)
  const others = Object.values(value).filter((each) => taken || !known.has(each))
  return [
    ...found.map((each) => ({ value: each, taken: true })),
    ...others.map((each) => ({ value: each, taken })),
  ]
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
