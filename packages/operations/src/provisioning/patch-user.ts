import type { ScimEmail, ScimUserRecord } from '@runnel/db'
import type { ScimFilter } from './parse-filter.ts'
import type { ScimPath } from './parse-path.ts'
import type { PatchOperation } from './patch-operations.ts'
import {
  assertFewEmails,
  readEmails,
  readNeededText,
  readObject,
  readText,
  readTruth,
} from './read-values.ts'
import { scimFault } from './scim-fault.ts'
import { isReadOver, userTexts } from './user-attributes.ts'

type Operation = PatchOperation & { path: ScimPath }

/** Operations on one person; one without a path counts once for each attribute that it names. */
const MOST_OPERATIONS = 200

/** What the operations make of a person, one after the other. @throws RunnelError `invalid_input` with SCIM's word */
export function patchUser(record: ScimUserRecord, operations: readonly Operation[]): ScimUserRecord {
  if (operations.length > MOST_OPERATIONS)
    throw scimFault('tooMany', `A call changes a person by at most ${MOST_OPERATIONS} operations.`)
  return operations.reduce(patchOnce, record)
}

function patchOnce(record: ScimUserRecord, operation: Operation): ScimUserRecord {
  const { attribute, part, filter } = operation.path
  if (isReadOver(attribute)) return record
  if (attribute === 'emails') return { ...record, emails: patchEmails(record.emails, operation) }
  if (filter) throw scimFault('invalidPath', `${attribute} has no values to choose from.`)
  if (attribute === 'name' && part === undefined) return patchName(record, operation)
  if (attribute === 'active' && part === undefined)
    return { ...record, isActive: operation.op === 'remove' || readTruth('active', operation.value) }
  return patchText(record, part === undefined ? attribute : `${attribute}.${part}`, operation)
}

function patchText(record: ScimUserRecord, path: string, { op, value }: Operation): ScimUserRecord {
  const field = Object.entries(userTexts).find(([known]) => known === path)?.[1]
  if (field === undefined) {
    if (path.startsWith('name.')) return record
    throw scimFault('invalidPath', `There is no attribute ${path}.`)
  }
  const next = op === 'remove' ? null : value
  if (field === 'userName') {
    if (op === 'remove') throw scimFault('mutability', 'userName cannot be removed.')
    return { ...record, userName: readNeededText('userName', next) }
  }
  return { ...record, [field]: readText(path, next) }
}

function patchName(record: ScimUserRecord, { op, value }: Operation): ScimUserRecord {
  const none = { formattedName: null, givenName: null, familyName: null }
  if (op === 'remove') return { ...record, ...none }
  const given = readObject('name', value)
  const read = (key: string, known: string | null) =>
    key in given ? readText(`name.${key}`, given[key]) : known
  return {
    ...record,
    formattedName: read('formatted', record.formattedName),
    givenName: read('givenname', record.givenName),
    familyName: read('familyname', record.familyName),
  }
}

/** Whether an address is chosen by what stands in brackets. */
function isChosen(email: ScimEmail, filter: ScimFilter): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => isChosen(email, part))
    case 'or':
      return filter.parts.some((part) => isChosen(email, part))
    case 'not':
      return !isChosen(email, filter.part)
    case 'present':
      return attributeOf(email, filter.path) !== undefined
    case 'compare':
      return isLike(attributeOf(email, filter.path), filter)
    default:
      throw scimFault('invalidPath', 'Brackets do not stand in brackets.')
  }
}

function isLike(
  known: string | boolean | undefined,
  { operator, value }: Extract<ScimFilter, { kind: 'compare' }>,
) {
  const [one, other] = [String(known ?? '').toLowerCase(), String(value ?? '').toLowerCase()]
  switch (operator) {
    case 'eq':
      return one === other
    case 'ne':
      return one !== other
    case 'co':
      return one.includes(other)
    case 'sw':
      return one.startsWith(other)
    case 'ew':
      return one.endsWith(other)
    default:
      throw scimFault('invalidPath', `Addresses are not chosen by ${operator}.`)
  }
}

function attributeOf(email: ScimEmail, path: string): string | boolean | undefined {
  if (path === 'value') return email.value
  if (path === 'type') return email.type
  if (path === 'primary') return email.primary ?? false
  throw scimFault('invalidPath', `An address has no ${path}.`)
}

function patchEmails(emails: ScimEmail[], operation: Operation): ScimEmail[] {
  const { op, value, path } = operation
  if (path.filter) return patchChosen(emails, operation, path.filter)
  if (path.part !== undefined) throw scimFault('noTarget', 'Say which address, as in emails[type eq "work"].')
  if (op === 'remove') return []
  const given = readEmails(value)
  return op === 'replace' ? given : addEmails(emails, given)
}

/** What is there already is not added again; of two primary ones the new one is. */
function addEmails(emails: ScimEmail[], given: ScimEmail[]): ScimEmail[] {
  const hasPrimary = given.some(({ primary }) => primary === true)
  const isGiven = ({ value, type }: ScimEmail) =>
    given.some((each) => each.value.toLowerCase() === value.toLowerCase() && each.type === type)
  const kept = emails.filter((email) => !isGiven(email))
  const lowered = hasPrimary
    ? kept.map((email) => (email.primary ? { ...email, primary: false } : email))
    : kept
  // Each operation adds to what the one before it left: a bound on one alone is none.
  assertFewEmails([...lowered, ...given])
  return [...lowered, ...given]
}

function patchChosen(emails: ScimEmail[], { op, path, value }: Operation, filter: ScimFilter): ScimEmail[] {
  const chosen = emails.filter((email) => isChosen(email, filter))
  if (op === 'remove') {
    if (path.part === undefined || path.part === 'value')
      return emails.filter((email) => !chosen.includes(email))
    return emails.map((email) => (chosen.includes(email) ? without(email, path.part ?? '') : email))
  }
  const change = path.part === undefined ? readObject('emails', value) : { [path.part]: value }
  // Entra sets the value of an address that is not there yet: it is made of what the brackets say.
  if (chosen.length === 0) return addEmails(emails, readEmails([{ ...described(filter), ...change }]))
  return emails.map((email) =>
    chosen.includes(email) ? (readEmails([{ ...email, ...change }])[0] ?? email) : email,
  )
}

const without = (email: ScimEmail, part: string): ScimEmail =>
  Object.fromEntries(Object.entries(email).filter(([key]) => key !== part)) as unknown as ScimEmail

/** The attributes that a filter says of what it seeks. @throws RunnelError `invalid_input`, `noTarget` */
function described(filter: ScimFilter): Record<string, unknown> {
  if (filter.kind === 'compare' && filter.operator === 'eq') return { [filter.path]: filter.value }
  if (filter.kind === 'and')
    return Object.assign({}, ...filter.parts.map(described)) as Record<string, unknown>
  throw scimFault('noTarget', 'No address is like this.')
}
