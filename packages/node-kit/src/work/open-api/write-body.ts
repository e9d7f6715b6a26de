import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { chooseBoundary } from '../form-boundary.ts'

const textOf = (value: JsonValue): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Fields of a form; of lists every value. */
function fieldsOf(value: JsonValue): [name: string, value: string][] {
  if (!isJsonObject(value))
    throw new RunnelError('invalid_input', '"RequestBody" must be an object. Call the tool again with it.')
  return Object.entries(value as JsonObject).flatMap(([name, field]) =>
    (Array.isArray(field) ? field : [field]).flatMap((each): [string, string][] =>
      each === null || each === undefined ? [] : [[name, textOf(each)]],
    ),
  )
}

/** The body of a request in the form that a server wants, with its type. */
export function writeBody(contentType: string, value: JsonValue): { type: string; text: string } {
  if (contentType === 'application/x-www-form-urlencoded')
    return { type: contentType, text: new URLSearchParams(fieldsOf(value)).toString() }
  if (contentType === 'multipart/form-data') return writeParts(fieldsOf(value))
  if (contentType.endsWith('json')) return { type: contentType, text: JSON.stringify(value) }
  return { type: contentType, text: textOf(value) }
}

/** Parts that hold text. The line between them must stand in none of them. */
function writeParts(fields: readonly [name: string, value: string][]): { type: string; text: string } {
  const boundary = chooseBoundary(fields.flat())
  const parts = fields.map(([name, value]) => {
    const safe = name.replaceAll(/["\r\n]/g, (sign) => encodeURIComponent(sign))
    return `--${boundary}\r\ncontent-disposition: form-data; name="${safe}"\r\n\r\n${value}\r\n`
  })
  return { type: `multipart/form-data; boundary=${boundary}`, text: `${parts.join('')}--${boundary}--\r\n` }
}
