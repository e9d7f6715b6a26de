import type { ErrorIssue } from './errors.ts'
import { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts'

/** What an input of a custom tool can be. */
export const CUSTOM_TOOL_TYPES = ['string', 'number', 'boolean', 'date'] as const
export type CustomToolType = (typeof CUSTOM_TOOL_TYPES)[number]

/** One input of a custom tool: its code reads it as `$property`. */
export interface CustomToolRow {
  property: string
  type: CustomToolType
  description: string
  required: boolean
}

/** No tool asks for more. */
export const MOST_CUSTOM_TOOL_ROWS = 100
const LONGEST_DESCRIPTION = 10_000
/** What vendors of models take as the name of an argument. */
const PROPERTY = /^[A-Za-z0-9_-]{1,64}$/
/** Names that the code reads something else by. */
const TAKEN = ['vars', 'flow']

/** Rows of a schema, and what is wrong with it; paths begin with `schema`. */
export interface ReadRows {
  rows: CustomToolRow[]
  issues: ErrorIssue[]
}

/** Reads the schema of a custom tool: JSON text of a list of rows, as Flowise stores it. None at all has no rows. */
export function readCustomToolRows(schema: string | null | undefined): ReadRows {
  if (schema === null || schema === undefined || schema.trim() === '') return { rows: [], issues: [] }
  let parsed: JsonValue
  try {
    parsed = JSON.parse(schema) as JsonValue
  } catch {
    return { rows: [], issues: [{ path: 'schema', message: 'must be the JSON text of a list of inputs' }] }
  }
  if (!Array.isArray(parsed))
    return { rows: [], issues: [{ path: 'schema', message: 'must be a list of inputs' }] }
  if (parsed.length > MOST_CUSTOM_TOOL_ROWS) {
    const message = `may have ${MOST_CUSTOM_TOOL_ROWS} inputs at most`
    return { rows: [], issues: [{ path: 'schema', message }] }
  }
  return readList(parsed)
}

function readList(list: readonly JsonValue[]): ReadRows {
  const rows: CustomToolRow[] = []
  const issues: ErrorIssue[] = []
  const known = new Set<string>()
  for (const [index, value] of list.entries()) {
    const row = isJsonObject(value) ? value : {}
    const faults = faultsOf(row, known).map(([field, message]) => ({
      path: `schema[${index}].${field}`,
      message,
    }))
    issues.push(...faults)
    if (faults.length > 0) continue
    const property = propertyOf(row)
    known.add(property)
    rows.push({
      property,
      type: typeOf(row) ?? 'string',
      description: textOf(row.description),
      required: isOn(row.required),
    })
  }
  return { rows, issues }
}

type Fault = [field: keyof CustomToolRow, message: string]

/** Why an input cannot be called so: no such name can be, code reads something else by it, another input has it. */
export function findPropertyFault(
  property: string,
  others: { has(property: string): boolean },
): 'odd' | 'taken' | 'twice' | undefined {
  if (!PROPERTY.test(property)) return 'odd'
  if (TAKEN.includes(property)) return 'taken'
  return others.has(property) ? 'twice' : undefined
}

const PROPERTY_FAULTS = {
  odd: () => 'must be a name of letters, digits, _ and -, 64 characters at most',
  taken: (property: string) => `must not be “${property}”: code reads something else as $${property}`,
  twice: (property: string) => `must not be “${property}” twice`,
}

function faultsOf(row: JsonObject, known: ReadonlySet<string>): Fault[] {
  const faults: Fault[] = []
  const property = propertyOf(row)
  const fault = findPropertyFault(property, known)
  if (fault) faults.push(['property', PROPERTY_FAULTS[fault](property)])
  if (typeOf(row) === undefined) faults.push(['type', `must be one of ${CUSTOM_TOOL_TYPES.join(', ')}`])
  if (textOf(row.description).length > LONGEST_DESCRIPTION)
    faults.push(['description', `must have ${LONGEST_DESCRIPTION} characters at most`])
  return faults
}

const textOf = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '')
const propertyOf = (row: JsonObject) => textOf(row.property).trim()
const typeOf = (row: JsonObject) => CUSTOM_TOOL_TYPES.find((type) => type === row.type)
const isOn = (value: JsonValue | undefined) => value === true || value === 'true'

/** The JSON text of rows, as Flowise stores it: each row has a number as its id. */
export function writeCustomToolRows(rows: readonly CustomToolRow[]): string {
  return JSON.stringify(rows.map((row, id) => ({ id, ...row })))
}

const SCHEMA_OF: Record<CustomToolType, JsonObject> = {
  string: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date-time' },
}

/** The JSON Schema of a tool's arguments, as models get it. */
export function jsonSchemaOfRows(rows: readonly CustomToolRow[]): JsonObject {
  const properties = rows.map(({ property, type, description }) => [
    property,
    { ...SCHEMA_OF[type], ...(description !== '' && { description }) },
  ])
  const required = rows.filter((row) => row.required).map(({ property }) => property)
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as JsonObject,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}
