import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

/** How a condition compares, as people choose it, and what of it stands in a filter. */
const OPERATORS = {
  equals: '$eq',
  differs: '$ne',
  oneOf: '$in',
  noneOf: '$nin',
  above: '$gt',
  from: '$gte',
  below: '$lt',
  upTo: '$lte',
  contains: '$contains',
} as const

/** How a condition compares; `exists` and `missing` have no value. */
export type FilterOperator = keyof typeof OPERATORS | 'exists' | 'missing'

/** All of them, in the order in which they are offered. */
export const FILTER_OPERATORS: readonly FilterOperator[] = [
  'equals',
  'differs',
  'oneOf',
  'noneOf',
  'above',
  'from',
  'below',
  'upTo',
  'contains',
  'exists',
  'missing',
]

/** One condition as it is written: its value is text, a list of them parted by commas. */
export interface FilterCondition {
  field: string
  operator: FilterOperator
  value: string
}

/** Conditions of which all, or any, must be met. */
export interface FilterGroup {
  joins: 'all' | 'any'
  parts: (FilterCondition | FilterGroup)[]
}

/** Whether a part of a group is a group. */
export const isGroup = (part: FilterCondition | FilterGroup): part is FilterGroup => 'parts' in part

/** Whether a condition compares with something. */
export const hasValue = (operator: FilterOperator): boolean => operator !== 'exists' && operator !== 'missing'

/** A condition that nobody has written yet. */
export const emptyCondition = (): FilterCondition => ({ field: '', operator: 'equals', value: '' })

const TAKES_LIST: readonly FilterOperator[] = ['oneOf', 'noneOf']
const TAKES_NUMBER: readonly FilterOperator[] = ['above', 'from', 'below', 'upTo']

/** Whether a condition can be part of a filter: it names a field, and has a value of its kind. */
export function isComplete({ field, operator, value }: FilterCondition): boolean {
  if (field.trim() === '' || field.trim().startsWith('$')) return false
  if (!hasValue(operator)) return true
  if (value.trim() === '') return false
  return !TAKES_NUMBER.includes(operator) || typeof readWord(value) === 'number'
}

/** The filter that conditions make; those that are not complete are left out. Empty where none is. */
export function writeFilter(group: FilterGroup): JsonObject {
  const parts = group.parts.flatMap((part): JsonObject[] => {
    if (isGroup(part)) {
      const inner = writeFilter(part)
      return Object.keys(inner).length === 0 ? [] : [inner]
    }
    return isComplete(part) ? [writeCondition(part)] : []
  })
  const [only] = parts
  if (only === undefined) return {}
  if (parts.length === 1) return only
  if (group.joins === 'any') return { $or: parts }
  const keys = parts.flatMap(Object.keys)
  // Two conditions on one field stand side by side: in one object the second would take the place of the first.
  return new Set(keys).size === keys.length ? Object.assign({}, ...parts) : { $and: parts }
}

function writeCondition({ field, operator, value }: FilterCondition): JsonObject {
  const name = field.trim()
  if (operator === 'exists' || operator === 'missing') return { [name]: { $exists: operator === 'exists' } }
  if (TAKES_LIST.includes(operator))
    return { [name]: { [OPERATORS[operator]]: splitWords(value).map(readWord) } }
  const read = operator === 'contains' ? value.trim() : readWord(value)
  return { [name]: operator === 'equals' ? read : { [OPERATORS[operator]]: read } }
}

/** The conditions of a filter; undefined for one that conditions cannot say, such as one that compares with an object. */
export function readConditions(filter: JsonObject): FilterGroup | undefined {
  const parts: FilterGroup['parts'] = []
  for (const [key, value] of Object.entries(filter)) {
    const read = key === '$and' || key === '$or' ? readJoined(key, value) : readField(key, value)
    if (!read) return undefined
    parts.push(...read)
  }
  const [only] = parts
  return parts.length === 1 && only && isGroup(only) ? only : { joins: 'all', parts }
}

function readJoined(key: '$and' | '$or', value: JsonValue): FilterGroup[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const parts: FilterGroup['parts'] = []
  for (const each of value) {
    const group = isJsonObject(each) ? readConditions(each) : undefined
    if (!group || group.parts.length === 0) return undefined
    const [only] = group.parts
    parts.push(group.parts.length === 1 && only ? only : group)
  }
  return [{ joins: key === '$and' ? 'all' : 'any', parts }]
}

function readField(field: string, value: JsonValue): FilterCondition[] | undefined {
  if (field.startsWith('$') || field.trim() !== field || field === '') return undefined
  if (!isJsonObject(value)) return asCondition(field, 'equals', value)
  const conditions: FilterCondition[] = []
  for (const [name, operand] of Object.entries(value)) {
    const read = readOperand(field, name, operand)
    if (!read) return undefined
    conditions.push(...read)
  }
  return conditions.length === 0 ? undefined : conditions
}

function readOperand(field: string, name: string, operand: JsonValue): FilterCondition[] | undefined {
  if (name === '$exists') {
    if (typeof operand !== 'boolean') return undefined
    return [{ field, operator: operand ? 'exists' : 'missing', value: '' }]
  }
  const operator = FILTER_OPERATORS.find(
    (each) => each in OPERATORS && OPERATORS[each as keyof typeof OPERATORS] === name,
  )
  return operator && asCondition(field, operator, operand)
}

/** A condition with this value, where it says the same when it is read again. */
function asCondition(
  field: string,
  operator: FilterOperator,
  operand: JsonValue,
): FilterCondition[] | undefined {
  const isList = TAKES_LIST.includes(operator)
  const list = isList ? operand : [operand]
  if (!Array.isArray(list) || list.length === 0) return undefined
  const words = list.map((each) => (operator === 'contains' ? plainText(each) : writeWord(each)))
  const condition = { field, operator, value: words.join(', ') }
  return words.includes(undefined) || !isComplete(condition) ? undefined : [condition]
}

const plainText = (value: JsonValue): string | undefined =>
  typeof value === 'string' && value.trim() === value ? value : undefined

/** A value as people write it: texts that look like something else, or that a list would part, in quotes. */
function writeWord(value: JsonValue): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return undefined
  const isPlain = readWord(value) === value && !/[",]/.test(value)
  return isPlain ? value : JSON.stringify(value)
}

/** What a written word means: a number, yes or no, a text in quotes, or the text as it stands. */
function readWord(text: string): string | number | boolean {
  const word = text.trim()
  if (word === 'true' || word === 'false') return word === 'true'
  if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(word)) return Number(word)
  if (!/^".*"$/s.test(word)) return word
  try {
    const read: unknown = JSON.parse(word)
    return typeof read === 'string' ? read : word
  } catch {
    return word
  }
}

/** The words of a list; a comma inside of quotes parts nothing. */
function splitWords(text: string): string[] {
  const words = text.match(/(?:"(?:[^"\\]|\\.)*"|[^,])+/g) ?? []
  return words.map((word) => word.trim()).filter((word) => word !== '')
}

/** The filter that a text holds as JSON; undefined where it holds none. */
export function parseFilter(text: string): JsonObject | undefined {
  if (text.trim() === '') return {}
  try {
    const read: unknown = JSON.parse(text)
    return isJsonObject(read) ? read : undefined
  } catch {
    return undefined
  }
}

/** The text of the filter that conditions make; empty where they make none. */
export function writeFilterText(group: FilterGroup): string {
  const filter = writeFilter(group)
  return Object.keys(filter).length === 0 ? '' : JSON.stringify(filter)
}
