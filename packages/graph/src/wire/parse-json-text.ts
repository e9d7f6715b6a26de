import { isRunnelError, RunnelError } from '@runnel/contract'
import { findJsonFault, lineAndColumn } from './find-json-fault.ts'

/** The longest text that is taken as a flow, in characters. */
const MAX_FLOW_TEXT = 50_000_000

/** What a text must hold that names a prototype, also where it writes an underscore by its number. */
const PROTOTYPE_HINT = /__proto__|\\u005f/i

function refusePrototype(key: string, value: unknown): unknown {
  if (key !== '__proto__') return value
  throw new RunnelError(
    'invalid_json',
    'This flow names a prototype (“__proto__”), which no flow needs. Remove it.',
  )
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
 * @throws RunnelError `invalid_json` with line and column or for one that names a prototype, `body_too_large` above 50 million characters.
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
    return { value, hadByteOrderMark }
  } catch (cause) {
    if (isRunnelError(cause)) throw cause
    throw faultOf(json, cause)
  }
}
