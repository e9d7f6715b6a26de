import type { JsonValue, MetadataCondition } from '@runnel/contract'

/** The condition on a quoted column of metadata, as SQL; what it compares with is added to the values of the statement. */
export function writeCondition(metadata: string, condition: MetadataCondition, values: unknown[]): string {
  const add = (value: unknown) => `$${values.push(value)}`
  // What has nothing at a key is not equal to anything: without this, NULL would be neither.
  if ('not' in condition) return `NOT COALESCE(${writeCondition(metadata, condition.not, values)}, FALSE)`
  if ('joins' in condition) {
    const parts = condition.conditions.map((each) => writeCondition(metadata, each, values))
    return `(${parts.join(condition.joins === 'all' ? ' AND ' : ' OR ') || 'TRUE'})`
  }
  if ('compares' in condition) return writeComparison(metadata, condition, add)
  if ('contains' in condition) return writePart(metadata, condition, add)
  if ('isThere' in condition) return `${metadata} ? ${add(condition.key)}::text`
  if ('is' in condition) return `${metadata} @> ${add(writeJson({ [condition.key]: condition.is }))}::jsonb`
  if ('in' in condition)
    return `${metadata}->>${add(condition.key)}::text = ANY(${add(condition.in)}::text[])`
  if ('notIn' in condition)
    return `${metadata}->>${add(condition.key)}::text <> ALL(${add(condition.notIn)}::text[])`
  return `${metadata}->${add(condition.key)}::text ?| ${add(condition.holdsOneOf)}::text[]`
}

type Add = (value: unknown) => string

const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** What is no number is neither above nor below one. */
function writeComparison(
  metadata: string,
  { key, compares, number }: Extract<MetadataCondition, { compares: unknown }>,
  add: Add,
): string {
  const at = add(key)
  const is = `jsonb_typeof(${metadata}->${at}::text) = 'number'`
  const value = `(${metadata}->>${at}::text)::numeric`
  return `CASE WHEN ${is} THEN ${value} ${COMPARISONS[compares]} ${add(number)}::numeric ELSE FALSE END`
}

function writePart(
  metadata: string,
  { key, contains }: Extract<MetadataCondition, { contains: unknown }>,
  add: Add,
): string {
  const at = add(key)
  const is = `jsonb_typeof(${metadata}->${at}::text) = 'string'`
  const text = add(withoutNull(contains))
  return `(${is} AND strpos(lower(${metadata}->>${at}::text), lower(${text}::text)) > 0)`
}

/** PostgreSQL keeps no character 0. */
export const withoutNull = (text: string) => text.replaceAll('\0', '')

/** JSON as PostgreSQL keeps it. */
export function writeJson(value: JsonValue): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'string' ? withoutNull(inner) : inner,
  )
}
