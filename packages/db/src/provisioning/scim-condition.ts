import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrganizationSchema } from '../schema.ts'

/** How a filter compares. */
export type ScimOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'

/** A column of the table that is filtered, and how its texts are compared. */
export interface ScimColumn {
  name: string
  /** `lower`: whatever the case; `key`: the column is in lower case already. */
  text: 'exact' | 'lower' | 'key' | 'none'
}

/** What rows are asked for, as data: a filter whose names are columns. */
export type ScimCondition =
  | { kind: 'all' | 'any'; parts: ScimCondition[] }
  | { kind: 'not'; part: ScimCondition }
  | { kind: 'is'; holds: boolean }
  | { kind: 'present'; column: ScimColumn }
  | { kind: 'compare'; column: ScimColumn; operator: ScimOperator; value: string | number | boolean }
  | { kind: 'email'; operator: 'eq' | 'co' | 'sw' | 'ew'; value: string; type: string | undefined }
  | { kind: 'member'; scimUserId: string }

type Condition = RawBuilder<SqlBool>

const text = (value: string) => sql`cast(${value} as text)`

/** Without patterns: what somebody seeks means itself, sign by sign. */
function matchText(column: RawBuilder<unknown>, operator: ScimOperator, value: string): Condition {
  const wanted = text(value)
  switch (operator) {
    case 'eq':
      return sql<SqlBool>`${column} = ${wanted}`
    case 'ne':
      return sql<SqlBool>`(${column} is null or ${column} <> ${wanted})`
    case 'co':
      return value === ''
        ? sql<SqlBool>`${column} is not null`
        : sql<SqlBool>`replace(${column}, ${wanted}, '') <> ${column}`
    case 'sw':
      return sql<SqlBool>`substr(${column}, 1, length(${wanted})) = ${wanted}`
    case 'ew':
      return sql<SqlBool>`length(${column}) >= length(${wanted})
        and substr(${column}, length(${column}) - length(${wanted}) + 1) = ${wanted}`
    case 'gt':
    case 'ge':
    case 'lt':
    case 'le':
      return compare(column, operator, wanted)
    default:
      return operator satisfies never
  }
}

function compare(column: RawBuilder<unknown>, operator: ScimOperator, value: RawBuilder<unknown>): Condition {
  switch (operator) {
    case 'gt':
      return sql<SqlBool>`${column} > ${value}`
    case 'ge':
      return sql<SqlBool>`${column} >= ${value}`
    case 'lt':
      return sql<SqlBool>`${column} < ${value}`
    case 'le':
      return sql<SqlBool>`${column} <= ${value}`
    case 'ne':
      return sql<SqlBool>`${column} <> ${value}`
    default:
      return sql<SqlBool>`${column} = ${value}`
  }
}

/** Addresses stand as `\ntype\tvalue\n`, one behind the other: what is sought begins or ends at those signs. */
function matchEmail({ operator, value, type }: Extract<ScimCondition, { kind: 'email' }>): Condition {
  const keys = sql.ref('emailKeys')
  const wanted = value.toLowerCase()
  const ends = operator === 'eq' || operator === 'ew' ? '\n' : ''
  if (operator === 'eq' || operator === 'sw') {
    const begin = type === undefined ? '\t' : `\n${type.toLowerCase()}\t`
    return matchText(keys, 'co', `${begin}${wanted}${ends}`)
  }
  return matchText(keys, 'co', `${wanted}${ends}`)
}

/** A condition as SQL. Names of columns are ours, values are bound. Work and length are in proportion to its parts. */
export function toSql(db: Kysely<OrganizationSchema>, condition: ScimCondition): Condition {
  switch (condition.kind) {
    case 'all':
    case 'any': {
      const parts = condition.parts.map((part) => sql`(${toSql(db, part)})`)
      return sql<SqlBool>`${sql.join(parts, condition.kind === 'all' ? sql` and ` : sql` or `)}`
    }
    case 'not':
      return sql<SqlBool>`not coalesce(${toSql(db, condition.part)}, false)`
    case 'is':
      return condition.holds ? sql<SqlBool>`1 = 1` : sql<SqlBool>`1 = 0`
    case 'present': {
      const column = sql.ref(condition.column.name)
      return condition.column.text === 'none'
        ? sql<SqlBool>`${column} is not null`
        : sql<SqlBool>`(${column} is not null and ${column} not in ('', '[]'))`
    }
    case 'compare':
      return toComparison(condition)
    case 'email':
      return matchEmail(condition)
    case 'member':
      return sql<SqlBool>`exists ${db
        .selectFrom('scimGroupMembers as sought')
        .select('sought.groupId')
        .whereRef(sql.ref('sought.groupId'), '=', sql.ref('scimGroups.id'))
        .where('sought.scimUserId', '=', condition.scimUserId)}`
    default:
      return condition satisfies never
  }
}

function toComparison({ column, operator, value }: Extract<ScimCondition, { kind: 'compare' }>): Condition {
  const plain = sql.ref(column.name)
  if (typeof value !== 'string') return compare(plain, operator, sql`${value}`)
  if (column.text === 'exact') return matchText(plain, operator, value)
  return matchText(column.text === 'key' ? plain : sql`lower(${plain})`, operator, value.toLowerCase())
}
