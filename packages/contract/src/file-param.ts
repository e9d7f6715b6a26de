import type { JsonValue } from './json.ts'
import type { FileSource } from './messages.ts'

const STORED = 'FILE-STORAGE::'
const KEPT = 'file:'

/** A file that a param names; `name` is known where the value tells it. */
export interface NamedFile {
  source: FileSource
  name?: string
  mediaType?: string
}

/**
 * The files that the value of a `file` param names: files of the flow (`FILE-STORAGE::a.pdf`, `FILE-STORAGE::["a","b"]`),
 * kept ones by id (`file:<id>`), and those inside the value (`data:<type>;base64,<data>,filename:<name>`); one, or several
 * as a JSON list.
 */
export function readFileParam(value: JsonValue | undefined): NamedFile[] {
  if (Array.isArray(value)) return value.flatMap(readFileParam)
  if (typeof value !== 'string' || value.trim() === '') return []
  const text = value.trim()
  if (text.startsWith(STORED)) {
    const named = text.slice(STORED.length)
    return (parseList(named) ?? [named]).map((name) => ({ source: { stored: name }, name }))
  }
  const list = parseList(text)
  if (list) return list.flatMap(readFileParam)
  if (text.startsWith(KEPT)) return [{ source: { blob: text.slice(KEPT.length) } }]
  return readInline(text)
}

function parseList(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed.filter((item) => typeof item === 'string') : undefined
  } catch {
    return undefined
  }
}

/** A data URI; the reference writes the name of the file behind the data. */
function readInline(text: string): NamedFile[] {
  if (!text.startsWith('data:')) return []
  const comma = text.indexOf(',')
  if (comma < 0) return []
  const [mediaType = ''] = text.slice('data:'.length, comma).split(';')
  const [base64 = '', ...rest] = text.slice(comma + 1).split(',')
  const name = rest.find((part) => part.startsWith('filename:'))?.slice('filename:'.length)
  return [{ source: { base64 }, mediaType, ...(name === undefined ? {} : { name }) }]
}
