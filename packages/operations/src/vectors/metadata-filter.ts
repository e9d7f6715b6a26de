import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import type { FoundTerm, FoundText, NumbersOfEntries } from '../vector-indexes.ts'
import {
  hasOwnTerm,
  listMetadataValues,
  metadataGroup,
  metadataPrefix,
  pathTerm,
  valueTerm,
} from './metadata-values.ts'
import { bucketsOf } from './term-blobs.ts'

/** A condition on metadata. */
export type MetadataFilter =
  | { kind: 'all'; filters: MetadataFilter[] }
  | { kind: 'any'; filters: MetadataFilter[] }
  | { kind: 'not'; filter: MetadataFilter }
  | ValueFilter

/** A condition on the values under one path. */
type ValueFilter =
  | { kind: 'equal'; path: string; value: JsonValue }
  | { kind: 'range'; path: string; from: Bound; to: Bound }
  | { kind: 'contains'; path: string; text: string }
  | { kind: 'has'; path: string }

/** An end of a range; whether the end itself belongs to it. */
interface Bound {
  value: number
  isIn: boolean
}

interface Range {
  from: Bound
  to: Bound
}

const DOWN: Bound = { value: Number.NEGATIVE_INFINITY, isIn: true }
const UP: Bound = { value: Number.POSITIVE_INFINITY, isIn: true }

type ReadOperator = (path: string, value: JsonValue) => MetadataFilter

const OPERATORS: Readonly<Record<string, ReadOperator>> = {
  $eq: (path, value) => ({ kind: 'equal', path, value }),
  $ne: (path, value) => ({ kind: 'not', filter: { kind: 'equal', path, value } }),
  $in: (path, value) => anyOf(path, value, '$in'),
  $nin: (path, value) => ({ kind: 'not', filter: anyOf(path, value, '$nin') }),
  $gt: (path, value) => ({ kind: 'range', path, from: boundOf(value, false), to: UP }),
  $gte: (path, value) => ({ kind: 'range', path, from: boundOf(value, true), to: UP }),
  $lt: (path, value) => ({ kind: 'range', path, from: DOWN, to: boundOf(value, false) }),
  $lte: (path, value) => ({ kind: 'range', path, from: DOWN, to: boundOf(value, true) }),
  $contains: (path, value) => ({ kind: 'contains', path, text: textOf(value) }),
  $exists: (path, value) =>
    value === false ? { kind: 'not', filter: { kind: 'has', path } } : { kind: 'has', path },
}

const refuse = (message: string) =>
  new RunnelError('invalid_input', message, { issues: [{ path: 'filter', message }] })

function anyOf(path: string, value: JsonValue, operator: string): MetadataFilter {
  if (!Array.isArray(value)) throw refuse(`The filter ${operator} of ${path} needs a list of values.`)
  return { kind: 'any', filters: value.map((each) => ({ kind: 'equal', path, value: each })) }
}

function textOf(value: JsonValue): string {
  if (typeof value !== 'string' || value === '') throw refuse('A filter by $contains needs a text.')
  return value.toLowerCase()
}

function boundOf(value: JsonValue, isIn: boolean): Bound {
  if (typeof value !== 'number') throw refuse('A filter by $gt, $gte, $lt or $lte needs a number.')
  return { value, isIn }
}

/**
 * Reads a filter in the form that vector stores share: `{"author": "Ada"}`, `{"page": {"$gte": 3}}`, `$in`, `$ne`, `$nin`,
 * `$exists`, `$contains`, `$and`, `$or`. A list in the metadata has the value when one of its items has it. `$contains` looks
 * for a part of a text, in small and capital letters alike, in texts of up to some 250 characters.
 * @throws RunnelError `invalid_input` for an operator that is not known
 */
export function readMetadataFilter(filter: JsonObject): MetadataFilter {
  return { kind: 'all', filters: Object.entries(filter).map(([key, value]) => readCondition(key, value)) }
}

function readCondition(key: string, value: JsonValue): MetadataFilter {
  if (key === '$and' || key === '$or') {
    if (!Array.isArray(value) || !value.every(isJsonObject)) throw refuse(`${key} needs a list of filters.`)
    return { kind: key === '$and' ? 'all' : 'any', filters: value.map(readMetadataFilter) }
  }
  if (key.startsWith('$')) throw refuse(`The filter ${key} is not known.`)
  const operators = isJsonObject(value) ? Object.entries(value) : []
  if (!operators.some(([name]) => name.startsWith('$'))) return { kind: 'equal', path: key, value }
  return { kind: 'all', filters: operators.map(([name, operand]) => readOperator(key, name, operand)) }
}

function readOperator(path: string, name: string, operand: JsonValue): MetadataFilter {
  const read = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined
  if (!read)
    throw refuse(
      `The filter ${name} of ${path} is not known. Known are ${Object.keys(OPERATORS).join(', ')}.`,
    )
  return read(path, operand)
}

function isWithin(value: JsonValue, { from, to }: Range): boolean {
  if (typeof value !== 'number') return false
  const isAbove = from.isIn ? value >= from.value : value > from.value
  return isAbove && (to.isIn ? value <= to.value : value < to.value)
}

/** Whether metadata meet a filter. */
export function meetsFilter(metadata: JsonObject, filter: MetadataFilter): boolean {
  switch (filter.kind) {
    case 'all':
      return filter.filters.every((each) => meetsFilter(metadata, each))
    case 'any':
      return filter.filters.some((each) => meetsFilter(metadata, each))
    case 'not':
      return !meetsFilter(metadata, filter.filter)
    default:
      return [...listMetadataValues(metadata)].some(
        ({ path, value }) => path === filter.path && hasValue(value, filter),
      )
  }
}

function hasValue(value: JsonValue, filter: ValueFilter): boolean {
  if (filter.kind === 'has') return true
  if (filter.kind === 'contains') return containsText(value, filter)
  if (filter.kind === 'range') return isWithin(value, filter)
  return JSON.stringify(value) === JSON.stringify(filter.value)
}

/** A longer text has no term that could be looked into, and is not found in whatever way a collection is searched. */
function containsText(value: JsonValue, { path, text }: ValueFilter & { kind: 'contains' }): boolean {
  return typeof value === 'string' && hasOwnTerm(path, value) && value.toLowerCase().includes(text)
}

/** The buckets in which the terms of a filter lie. */
export function bucketsOfFilter(filter: MetadataFilter): number[] {
  if (filter.kind === 'not') return bucketsOfFilter(filter.filter)
  if (filter.kind === 'all' || filter.kind === 'any') return filter.filters.flatMap(bucketsOfFilter)
  return bucketsOf(metadataGroup(filter.path))
}

/** The terms of one part, whatever buckets they lie in. */
export interface PartTerms {
  find(term: string): FoundTerm | undefined
  numbers(prefix: string): Iterable<NumbersOfEntries>
  texts(prefix: string): Iterable<FoundText>
}

/** Which entries of a part with `count` entries meet a filter: 1 where one does. */
export function maskOf(filter: MetadataFilter, terms: PartTerms, count: number): Uint8Array {
  switch (filter.kind) {
    case 'all':
      return combine(filter.filters, (each) => maskOf(each, terms, count), { count, all: true })
    case 'any':
      return combine(filter.filters, (each) => maskOf(each, terms, count), { count, all: false })
    case 'not':
      return maskOf(filter.filter, terms, count).map((bit) => 1 - bit)
    default:
      if (filter.kind === 'range') return markRange(filter, terms, count)
      if (filter.kind === 'contains') return markTexts(filter, terms, count)
      return markTerm(filter, terms, count)
  }
}

function combine(
  filters: readonly MetadataFilter[],
  mask: (filter: MetadataFilter) => Uint8Array,
  { count, all }: { count: number; all: boolean },
): Uint8Array {
  const start = new Uint8Array(count).fill(all ? 1 : 0)
  return filters.reduce((sum, filter) => {
    const other = mask(filter)
    return sum.map((bit, at) => (all ? bit & (other[at] ?? 0) : bit | (other[at] ?? 0)))
  }, start)
}

function markRange(
  { path, from, to }: ValueFilter & { kind: 'range' },
  terms: PartTerms,
  count: number,
): Uint8Array {
  const mask = new Uint8Array(count)
  for (const { values, entries } of terms.numbers(metadataPrefix(path)))
    for (const [index, value] of values.entries())
      if (isWithin(value, { from, to })) mask[entries[index] as number] = 1
  return mask
}

function markTexts(
  { path, text }: ValueFilter & { kind: 'contains' },
  terms: PartTerms,
  count: number,
): Uint8Array {
  const mask = new Uint8Array(count)
  for (const { value, found } of terms.texts(metadataPrefix(path)))
    if (value.toLowerCase().includes(text))
      found.each((at) => {
        mask[at] = 1
      })
  return mask
}

function markTerm(
  filter: Exclude<ValueFilter, { kind: 'range' | 'contains' }>,
  terms: PartTerms,
  count: number,
): Uint8Array {
  const mask = new Uint8Array(count)
  const { path } = filter
  terms.find(filter.kind === 'has' ? pathTerm(path) : valueTerm(path, filter.value))?.each((at) => {
    mask[at] = 1
  })
  return mask
}
