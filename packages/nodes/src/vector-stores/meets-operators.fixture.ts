import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'

type Compare = (own: JsonValue | undefined, wanted: JsonValue) => boolean

const isIn: Compare = (own, wanted) => (wanted as (JsonValue | undefined)[]).includes(own)
const isNumber = (own: JsonValue | undefined): own is number => typeof own === 'number'

const COMPARE: Record<string, Compare> = {
  $eq: (own, wanted) => own === wanted,
  $ne: (own, wanted) => own !== wanted,
  $in: isIn,
  $nin: (own, wanted) => !isIn(own, wanted),
  $gt: (own, wanted) => isNumber(own) && own > Number(wanted),
  $gte: (own, wanted) => isNumber(own) && own >= Number(wanted),
  $lt: (own, wanted) => isNumber(own) && own < Number(wanted),
  $lte: (own, wanted) => isNumber(own) && own <= Number(wanted),
  $exists: (own, wanted) => (own !== undefined) === wanted,
}

/** Whether fields meet a filter in the language of MongoDB, which other servers share; they know no other operators. */
export function meetsOperators(filter: JsonValue | undefined, fields: JsonObject): boolean {
  if (!isJsonObject(filter)) return true
  return Object.entries(filter).every(([key, wanted]) => {
    const holds = (each: JsonValue) => meetsOperators(each, fields)
    if (key === '$and') return (wanted as JsonValue[]).every(holds)
    if (key === '$or') return (wanted as JsonValue[]).some(holds)
    if (!isJsonObject(wanted)) return fields[key] === wanted
    return Object.entries(wanted).every(([operator, value]) => {
      const compare = COMPARE[operator]
      if (!compare) throw new Error(`The server knows no ${operator}`)
      return compare(fields[key], value)
    })
  })
}
