import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'

/** A value that every store compares with. */
export type Scalar = string | number | boolean

/** How a store compares what is known of a document, in the words of `readMetadataFilter`. */
export type StoreOperator =
  | '$eq'
  | '$ne'
  | '$in'
  | '$nin'
  | '$gt'
  | '$gte'
  | '$lt'
  | '$lte'
  | '$exists'
  | '$contains'

/** A condition that is more than one value that a document must have, or several of which all, or any, must be met. */
export type StoreCondition =
  | { joins: 'all' | 'any'; parts: StoreCondition[] }
  | { key: string; operator: Exclude<StoreOperator, '$in' | '$nin'>; value: Scalar }
  | { key: string; operator: '$in' | '$nin'; value: Scalar[] }

/** All operators that compare one value, or a list of them, by what it is: what most servers know. */
export const COMPARISONS: readonly StoreOperator[] = [
  '$eq',
  '$ne',
  '$in',
  '$nin',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
]

const OPERATORS: readonly StoreOperator[] = [...COMPARISONS, '$exists', '$contains']
const OF_NUMBERS: readonly string[] = ['$gt', '$gte', '$lt', '$lte']

/** A filter, parted into values that a document must have and what is more than that. */
export interface PartedFilter {
  equals: [key: string, value: Scalar][]
  conditions: StoreCondition[]
}

/** Who filters: its name, and what it can do beside comparing with one value. */
interface Filtering {
  label: string
  can: readonly StoreOperator[]
}

/** Parts a filter for a store. @throws RunnelError `invalid_input` that names what the store cannot do */
export function partFilter(filter: JsonObject, filtering: Filtering): PartedFilter {
  const equals: PartedFilter['equals'] = []
  const conditions: StoreCondition[] = []
  const sort = (condition: StoreCondition) => {
    if ('joins' in condition && condition.joins === 'all') for (const part of condition.parts) sort(part)
    else if ('key' in condition && condition.operator === '$eq') equals.push([condition.key, condition.value])
    else conditions.push(condition)
  }
  for (const condition of readAll(filter, filtering)) sort(condition)
  for (const condition of conditions) refuseUnable(condition, filtering)
  return { equals, conditions }
}

function readAll(filter: JsonObject, filtering: Filtering): StoreCondition[] {
  return Object.entries(filter).flatMap(([key, value]): StoreCondition[] => {
    if (key === '$and' || key === '$or') {
      if (!Array.isArray(value) || !value.every(isJsonObject))
        throw refuse(`${filtering.label} needs a list of filters behind ${key}.`)
      const parts = value.map((each): StoreCondition => {
        const inner = readAll(each, filtering)
        const [only] = inner
        return inner.length === 1 && only ? only : { joins: 'all', parts: inner }
      })
      return [{ joins: key === '$and' ? 'all' : 'any', parts }]
    }
    if (!isJsonObject(value)) return [readOne(filtering, { key, name: '$eq', value })]
    return Object.entries(value).map(([name, operand]) => readOne(filtering, { key, name, value: operand }))
  })
}

interface Comparison {
  key: string
  name: string
  value: JsonValue
}

function readOne({ label }: Filtering, { key, name, value }: Comparison): StoreCondition {
  const operator = OPERATORS.find((each) => each === name)
  if (key.startsWith('$') || !operator)
    throw refuse(`${label} knows no filter ${key.startsWith('$') ? key : name} of ${key}.`)
  if (operator === '$in' || operator === '$nin') {
    if (Array.isArray(value) && value.length > 0 && value.every(isScalar)) return { key, operator, value }
    throw refuse(`${label} needs a list of texts, numbers and switches behind ${key}.${operator}.`)
  }
  if (isScalar(value) && isFit(operator, value)) return { key, operator, value }
  throw refuse(
    `${label} filters by texts, numbers and switches, and what stands behind ${key} is none that ${operator} takes.`,
  )
}

/** Whether an operator compares with such a value. */
function isFit(operator: StoreOperator, value: Scalar): boolean {
  if (OF_NUMBERS.includes(operator)) return typeof value === 'number'
  if (operator === '$exists') return typeof value === 'boolean'
  return operator !== '$contains' || typeof value === 'string'
}

function refuseUnable(condition: StoreCondition, { label, can }: Filtering): void {
  if ('joins' in condition) {
    if (can.length === 0) throw refuse(`${label} cannot filter by $or: its server takes values alone.`)
    for (const part of condition.parts) refuseUnable(part, { label, can: [...can, '$eq'] })
    return
  }
  if (can.includes(condition.operator)) return
  const known =
    can.length === 0 ? 'values alone' : ['values', ...can.filter((each) => each !== '$eq')].join(', ')
  throw refuse(`${label} cannot filter by ${condition.operator} of ${condition.key}. It takes ${known}.`)
}

const isScalar = (value: JsonValue): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)

const refuse = (message: string) =>
  new RunnelError('invalid_input', message, { issues: [{ path: 'filter', message }] })

/** A condition in the language that several servers share with MongoDB. */
export function asOperators(condition: StoreCondition): JsonObject {
  if ('joins' in condition)
    return { [condition.joins === 'all' ? '$and' : '$or']: condition.parts.map(asOperators) }
  return { [condition.key]: { [condition.operator]: condition.value } }
}
