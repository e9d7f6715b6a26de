import {
  findRepeatedKey,
  isRunnelError,
  lineAndColumn,
  RunnelError,
  repeatedKeyMessage,
} from '@runnel/contract'

/** The longest text that is taken as a flow, in characters. */
const MAX_FLOW_TEXT = 50_000_000

/** What a text must hold that names a prototype, also where it writes a letter of it by its number. */
const PROTOTYPE_HINT = /__proto__|\\u00[5-7]/i

function refusePrototype(key: string, value: unknown): unknown {
  if (key !== '__proto__') return value
  throw new RunnelError(
    'invalid_json',
    'This flow names a prototype (“__proto__”), which no flow needs. Remove it.',
  )
}

function refuseRepeatedKey(json: string, value: unknown): void {
  const repeated = findRepeatedKey(json, value)
  if (repeated === undefined) return
  const { line, column } = lineAndColumn(json, repeated.position)
  const place = `line ${line}, column ${column}`
  const message = repeatedKeyMessage(repeated, place)
  throw new RunnelError('invalid_json', message, { issues: [{ path: place, message }] })
}

const BYTE_ORDER_MARK = '\uFEFF'

function faultOf(json: string, cause: unknown): RunnelError {
  const { line, column } = lineAndColumn(json, findJsonFault(json))
  return new RunnelError(
    'invalid_json',
    `This is not valid JSON: line ${line}, column ${column} cannot be read. Correct it there and try again.`,
    {
      cause,
      issues: [{ path: `line ${line}, column ${column}`, message: 'JSON cannot go on like this here.' }],
    },
  )
}

/**
 * Parses the text of a flow file; a byte order mark is skipped.
 * @throws RunnelError `invalid_json` with line and column, for one that names a prototype or a key
 * of an object twice, `body_too_large` above 50 million characters.
 */
export function parseJsonText(text: string): { value: unknown; hadByteOrderMark: boolean } {
  if (text.length > MAX_FLOW_TEXT) {
    throw new RunnelError(
      'body_too_large',
      `The flow has ${text.length} characters; at most ${MAX_FLOW_TEXT} are taken. Remove embedded files from it.`,
    )
  }
  const hadByteOrderMark = text.startsWith(BYTE_ORDER_MARK)
  const json = hadByteOrderMark ? text.slice(1) : text
  try {
    const value = PROTOTYPE_HINT.test(json) ? JSON.parse(json, refusePrototype) : JSON.parse(json)
    refuseRepeatedKey(json, value)
    return { value, hadByteOrderMark }
  } catch (cause) {
    if (isRunnelError(cause)) throw cause
    throw faultOf(json, cause)
  }
}

const TOKEN =
  /\s*(?:([{}[\],:])|("[^"\\\r\n\t]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\r\n\t]*)*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end'

interface Scan {
  open: ('{' | '[')[]
  expected: Expected
}

/** What each kind of token may follow, and what it lets follow; undefined where it cannot stand. */
const MARKS: Readonly<Record<string, (scan: Scan) => Expected | undefined>> = {
  '{': (scan) => openList(scan, '{'),
  '[': (scan) => openList(scan, '['),
  '}': (scan) => closeList(scan, '{'),
  ']': (scan) => closeList(scan, '['),
  ':': ({ expected }) => (expected === 'colon' ? 'value' : undefined),
  ',': ({ expected, open }) => {
    if (expected !== 'comma-or-end' || open.length === 0) return undefined
    return open.at(-1) === '{' ? 'key' : 'value'
  },
}

function openList(scan: Scan, mark: '{' | '['): Expected | undefined {
  if (!scan.expected.startsWith('value')) return undefined
  scan.open.push(mark)
  return mark === '{' ? 'key-or-end' : 'value-or-end'
}

function closeList(scan: Scan, opener: '{' | '['): Expected | undefined {
  return scan.open.pop() === opener && scan.expected.endsWith('or-end') ? 'comma-or-end' : undefined
}

function takeToken(scan: Scan, mark: string | undefined, text: string | undefined): Expected | undefined {
  if (mark !== undefined) return MARKS[mark]?.(scan)
  if (text !== undefined && scan.expected.startsWith('key')) return 'colon'
  return scan.expected.startsWith('value') ? 'comma-or-end' : undefined
}

function skipSpace(text: string, from: number): number {
  const space = /\s*/y
  space.lastIndex = from
  space.exec(text)
  return space.lastIndex
}

function isWhole(scan: Scan): boolean {
  return scan.open.length === 0 && scan.expected === 'comma-or-end'
}

/** Offset of the first character that cannot stand in JSON; the length of the text when it ends too early. */
export function findJsonFault(text: string): number {
  const scan: Scan = { open: [], expected: 'value' }
  let at = 0
  while (!isWhole(scan)) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)
    const next = match ? takeToken(scan, match[1], match[2]) : undefined
    if (next === undefined) break
    scan.expected = next
    at = TOKEN.lastIndex
  }
  return skipSpace(text, at)
}
