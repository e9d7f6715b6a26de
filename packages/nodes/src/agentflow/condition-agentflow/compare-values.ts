import type { JsonObject, JsonValue } from '@runnel/contract'
import { stripMarkdown } from './strip-markdown.ts'

/** What a row needs that is not a plain comparison: a pattern, matched where it cannot block the process. */
export type MatchPattern = (pattern: string, text: string) => Promise<boolean>

type Compare<T> = (a: T, b: T) => boolean

const compareText: Record<string, Compare<string>> = {
  contains: (a, b) => a.includes(b),
  notContains: (a, b) => !a.includes(b),
  startsWith: (a, b) => a.startsWith(b),
  endsWith: (a, b) => a.endsWith(b),
  equal: (a, b) => a === b,
  notEqual: (a, b) => a !== b,
  isEmpty: (a) => a === '',
  notEmpty: (a) => a !== '',
}

const compareNumbers: Record<string, Compare<number>> = {
  smaller: (a, b) => a < b,
  smallerEqual: (a, b) => a <= b,
  equal: (a, b) => a === b,
  notEqual: (a, b) => a !== b,
  larger: (a, b) => a > b,
  largerEqual: (a, b) => a >= b,
}

/** A name comes from a file: what every object inherits is no operation. */
function holds<T>(operations: Record<string, Compare<T>>, name: string, [a, b]: [T, T]): boolean {
  return Object.hasOwn(operations, name) && operations[name]?.(a, b) === true
}

/** Whether one row of a condition node holds (`engine.md` 3.10). An operation that its type lacks never holds. */
export async function compareRow(row: JsonObject, matchPattern: MatchPattern): Promise<boolean> {
  const operation = String(row.operation ?? 'equal')
  switch (row.type) {
    case 'number':
      return compareNumberRow(operation, row)
    case 'boolean':
      return compareBooleanRow(operation, row)
    default:
      return compareTextRow(operation, row, matchPattern)
  }
}

async function compareTextRow(operation: string, row: JsonObject, matchPattern: MatchPattern) {
  const first = stripMarkdown(asText(row.value1))
  if (operation === 'regex') return matchPattern(unescapePattern(asText(row.value2)), first)
  return holds(compareText, operation, [first, stripMarkdown(asText(row.value2))])
}

function compareNumberRow(operation: string, row: JsonObject): boolean {
  const isEmpty = asText(row.value1).trim() === ''
  if (operation === 'isEmpty') return isEmpty
  if (operation === 'notEmpty') return !isEmpty
  return holds(compareNumbers, operation, [asNumber(row.value1), asNumber(row.value2)])
}

/** Strict: the text `'true'` is not the value `true`. */
function compareBooleanRow(operation: string, row: JsonObject): boolean {
  if (operation === 'equal') return row.value1 === row.value2
  if (operation === 'notEqual') return row.value1 !== row.value2
  return false
}

function asText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function asNumber(value: JsonValue | undefined): number {
  return Number.parseFloat(asText(value)) || 0
}

/** The rich text editor of the reference escapes these marks in stored patterns. */
function unescapePattern(pattern: string): string {
  return pattern.replace(/\\\\/g, '\\').replace(/\\([[\]*])/g, '$1')
}
