import {
  type CustomTool,
  type CustomToolRow,
  callNameOf,
  findPropertyFault,
  isJsonObject,
  readCustomToolRows,
  writeCustomToolRows,
} from '@runnel/contract'
import { makeId } from '../../make-id.ts'

/** One input of a tool while it is written. */
export interface DraftRow extends CustomToolRow {
  key: string
  /** The name that it came with, from a file or the server. */
  keptName?: string
}

/** What is wrong with the name of an input. */
export type RowFault = NonNullable<ReturnType<typeof findPropertyFault>> | 'dash'

/** A tool while it is written. What the form does not show is kept. */
export interface ToolDraft extends Pick<CustomTool, 'name' | 'description'> {
  rows: DraftRow[]
  func: string
  color?: string | undefined
  iconSrc?: string | null | undefined
}

type ToolFields = Pick<CustomTool, 'name' | 'description' | 'schema' | 'func'> &
  Partial<Pick<CustomTool, 'color' | 'iconSrc'>>

/** A new, empty input. */
export const newRow = (): DraftRow => ({
  key: makeId(),
  property: '',
  type: 'string',
  description: '',
  required: true,
})

/** The form of a tool; inputs that cannot be read are left out. */
export function draftOf({ name, description, schema, func, color, iconSrc }: ToolFields): ToolDraft {
  const rows = readCustomToolRows(schema).rows.map((row) => ({
    ...row,
    key: makeId(),
    keptName: row.property,
  }))
  return { name, description, rows, func: func ?? '', color, iconSrc }
}

/** A tool that is not there yet. */
export const emptyDraft = (): ToolDraft => ({ name: '', description: '', rows: [], func: '' })

/** What is saved of a form. */
export function bodyOf({ name, description, rows, func, color, iconSrc }: ToolDraft) {
  return {
    name: name.trim(),
    description: description.trim(),
    schema: writeCustomToolRows(
      rows.map(({ key: _key, keptName: _keptName, ...row }) => ({ ...row, property: row.property.trim() })),
    ),
    func,
    ...(color !== undefined && { color }),
    ...(iconSrc !== undefined && { iconSrc }),
  }
}

/** Whether code cannot read an input of this name: it would take the rest of the name away from the beginning. */
export const hasDash = (name: string) => name.includes('-')

/** What is wrong with the name of an input, by the key of its row. A dash is let be in a name that the input came with. */
export function findRowFaults(rows: readonly DraftRow[]): Map<string, RowFault> {
  const known = new Set<string>()
  const faults = new Map<string, RowFault>()
  for (const { key, property, keptName } of rows) {
    const name = property.trim()
    const fault =
      findPropertyFault(name, known) ?? (hasDash(name) && name !== keptName ? ('dash' as const) : undefined)
    if (fault) faults.set(key, fault)
    known.add(name)
  }
  return faults
}

/** Whether models can call a tool of this name. */
export const isCallable = (name: string) => callNameOf(name) !== ''

/** The name of a copy. */
export const nameOfCopy = (name: string) => `${name.slice(0, 190)}_copy`

/** A tool as a file, in the form of Flowise. */
export function fileOf({ name, description, color, iconSrc, schema, func }: CustomTool) {
  return { name, description, color, iconSrc, schema, func }
}

const EMPTY: ToolFields = { name: '', description: '', schema: null, func: null }

/** The tool of a file; undefined when the text is none. */
export function readToolFile(text: string): ToolDraft | undefined {
  const file = parse(text.replace(/^\uFEFF/, ''))
  if (!isJsonObject(file) || typeof file.name !== 'string' || typeof file.func !== 'string') return undefined
  const textOf = (field: string) => (typeof file[field] === 'string' ? file[field] : undefined)
  const schema = Array.isArray(file.schema) ? JSON.stringify(file.schema) : (textOf('schema') ?? null)
  if (readCustomToolRows(schema).issues.length > 0) return undefined
  return draftOf({
    ...EMPTY,
    name: file.name,
    description: textOf('description') ?? '',
    schema,
    func: file.func,
    ...(textOf('color') !== undefined && { color: textOf('color') ?? '' }),
    ...(textOf('iconSrc') !== undefined && { iconSrc: textOf('iconSrc') ?? null }),
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The values of a trial, of what was written for each input by its row. Nothing written is no value. */
export function trialValuesOf(rows: readonly DraftRow[], written: Readonly<Record<string, string>>) {
  const values = rows.map(({ key, property, type }) => [property.trim(), typed(type, written[key] ?? '')])
  return { input: '', flow: { input: '', state: {} }, ...Object.fromEntries(values) }
}

function typed(type: CustomToolRow['type'], text: string): string | number | boolean | null {
  if (type === 'boolean') return text === 'true'
  if (text === '') return null
  return type === 'number' && Number.isFinite(Number(text)) ? Number(text) : text
}
