import type { ScimColumn, ScimCondition } from '@runnel/db'
import { parseFilter, type ScimFilter } from './parse-filter.ts'
import { scimFault } from './scim-fault.ts'
import { groupColumns, userColumns } from './user-attributes.ts'

/** What of a filter is special to a kind of resource; undefined for what is none of it. */
type Special = (filter: ScimFilter) => ScimCondition | undefined

const refuse = (message: string) => scimFault('invalidFilter', message)

/** The filter of a list of people as a condition of the database. @throws RunnelError `invalid_input`, `invalidFilter` */
export function toUserCondition(source: string): ScimCondition {
  return convert(parseFilter(source), { columns: userColumns, special: emailCondition })
}

/** As `toUserCondition`, for groups. */
export function toGroupCondition(source: string): ScimCondition {
  return convert(parseFilter(source), { columns: groupColumns, special: memberCondition })
}

interface Kind {
  columns: Readonly<Record<string, ScimColumn>>
  special: Special
}

function convert(filter: ScimFilter, kind: Kind): ScimCondition {
  const own = kind.special(filter)
  if (own) return own
  switch (filter.kind) {
    case 'and':
    case 'or':
      return {
        kind: filter.kind === 'and' ? 'all' : 'any',
        parts: filter.parts.map((part) => convert(part, kind)),
      }
    case 'not':
      return { kind: 'not', part: convert(filter.part, kind) }
    case 'present':
      return { kind: 'present', column: columnOf(filter.path, kind) }
    case 'within':
      throw refuse(`Nobody filters by ${filter.path}[…] here.`)
    case 'compare':
      return compare(filter, columnOf(filter.path, kind))
    default:
      return filter satisfies never
  }
}

function columnOf(path: string, { columns }: Kind): ScimColumn {
  const column = Object.hasOwn(columns, path) ? columns[path] : undefined
  if (column) return column
  throw refuse(`Nobody filters by ${path} here.`)
}

function compare(
  { operator, value, path }: Extract<ScimFilter, { kind: 'compare' }>,
  column: ScimColumn,
): ScimCondition {
  if (value === null) {
    const present: ScimCondition = { kind: 'present', column }
    if (operator === 'eq') return { kind: 'not', part: present }
    if (operator === 'ne') return present
    throw refuse('null is compared by eq and ne alone.')
  }
  if (path === 'active') return compareTruth(operator, column, value)
  if (typeof value !== 'string') throw refuse(`${path} is compared with a text.`)
  return path.startsWith('meta.')
    ? compareTime({ operator, value, path }, column)
    : { kind: 'compare', column, operator, value }
}

function compareTruth(operator: string, column: ScimColumn, value: string | number | boolean): ScimCondition {
  const text = String(value).toLowerCase()
  if ((operator !== 'eq' && operator !== 'ne') || (text !== 'true' && text !== 'false'))
    throw refuse('active is compared with true or false, by eq or ne.')
  return { kind: 'compare', column, operator: 'eq', value: (text === 'true') === (operator === 'eq') }
}

function compareTime(
  {
    operator,
    value,
    path,
  }: { operator: Extract<ScimFilter, { kind: 'compare' }>['operator']; value: string; path: string },
  column: ScimColumn,
): ScimCondition {
  const time = Date.parse(value)
  if (!Number.isFinite(time)) throw refuse(`${path} is compared with a time, such as 2026-01-31T12:00:00Z.`)
  if (operator === 'co' || operator === 'sw' || operator === 'ew') throw refuse(`${path} is no text.`)
  return { kind: 'compare', column, operator, value: time }
}

/** `emails`, `emails.value`, and `emails[type eq "work" and value eq "…"]`, with or without `.value` behind it. */
const emailCondition: Special = (filter) => {
  if (filter.kind === 'within' && filter.path === 'emails') return emailsWithin(filter.part)
  if (filter.kind !== 'compare' && filter.kind !== 'present') return undefined
  if (filter.path === 'emails' || filter.path === 'emails.value') {
    const all: ScimColumn = { name: 'scimUsers.emails', text: 'lower' }
    return filter.kind === 'present' ? { kind: 'present', column: all } : emailCompared(filter, undefined)
  }
  return undefined
}

function emailCompared(
  { operator, value }: Extract<ScimFilter, { kind: 'compare' }>,
  type: string | undefined,
): ScimCondition {
  if (typeof value !== 'string') throw refuse('emails are compared with a text.')
  if (operator === 'ne') return { kind: 'not', part: { kind: 'email', operator: 'eq', value, type } }
  if (operator === 'eq' || operator === 'sw') return { kind: 'email', operator, value, type }
  if (type === undefined && (operator === 'co' || operator === 'ew'))
    return { kind: 'email', operator, value, type }
  throw refuse(`emails are not compared by ${operator} here.`)
}

const isType = (part: ScimFilter) =>
  part.kind === 'compare' && part.path === 'type' && part.operator === 'eq' && typeof part.value === 'string'

/** A type, a value, or both joined by `and`. */
function emailsWithin(filter: ScimFilter): ScimCondition {
  const parts = filter.kind === 'and' ? filter.parts : [filter]
  const typed = parts.find(isType)
  const type = typed?.kind === 'compare' ? String(typed.value) : undefined
  const [compared, ...others] = parts.filter((part) => part !== typed)
  if (compared === undefined) return { kind: 'email', operator: 'sw', value: '', type: type ?? '' }
  if (others.length > 0 || compared.kind !== 'compare' || compared.path !== 'value')
    throw refuse('In emails[…], type and value are compared.')
  return emailCompared(compared, type)
}

/** `members`, `members.value` and `members[value eq "…"]`: the groups of one person. */
const memberCondition: Special = (filter) => {
  if (filter.kind === 'within' && filter.path === 'members') {
    const { part } = filter
    if (part.kind === 'compare' && part.path === 'value') return memberCompared(part)
    throw refuse('In members[…], value is compared.')
  }
  const isMembers =
    filter.kind === 'compare' && (filter.path === 'members' || filter.path === 'members.value')
  return isMembers ? memberCompared(filter) : undefined
}

function memberCompared({ operator, value }: Extract<ScimFilter, { kind: 'compare' }>): ScimCondition {
  if (operator !== 'eq' || typeof value !== 'string') throw refuse('members are compared by eq with an id.')
  return { kind: 'member', scimUserId: value }
}
