import { isoTime, type ScimGroup, type ScimUser, scimSchemas } from '@runnel/contract'
import type { ScimGroupRow, ScimReference, ScimUserRow } from '@runnel/db'

/** Which attributes a caller wants: all but some, or some alone. Names are in lower case, without their schema. */
export interface Projection {
  attributes?: string | undefined
  excludedAttributes?: string | undefined
}

/** The address below which the resources lie, `https://…/scim/v2`. */
export type ScimBase = string

/** What is always there, whatever is asked for. */
const ALWAYS = new Set(['schemas', 'id'])

/** Names of attributes, and those of which a part alone is named. */
interface Named {
  names: ReadonlySet<string>
  heads: ReadonlySet<string>
}

function readNames(text: string): Named {
  const given = text.split(',').map((name) => name.trim().toLowerCase())
  const names = given.filter((name) => name !== '').map((name) => name.slice(name.lastIndexOf(':') + 1))
  const parted = names.filter((name) => name.includes('.'))
  return { names: new Set(names), heads: new Set(parted.map((name) => name.slice(0, name.indexOf('.')))) }
}

/** What callers want, read once for a call: it is asked for each attribute of each resource. */
const readOf = new WeakMap<Projection, { isPositive: boolean; named: Named }>()

function readProjection(projection: Projection): { isPositive: boolean; named: Named } {
  const known = readOf.get(projection)
  if (known) return known
  const { attributes, excludedAttributes = '' } = projection
  const read = {
    isPositive: attributes !== undefined,
    named: readNames(attributes ?? excludedAttributes),
  }
  readOf.set(projection, read)
  return read
}

/** Whether an attribute is in the answer to a caller: `members` or `name.givenName`. */
export function isWanted(projection: Projection, path: string): boolean {
  const whole = path.toLowerCase()
  const [attribute = '', part] = whole.split('.')
  if (ALWAYS.has(attribute)) return true
  const {
    isPositive,
    named: { names, heads },
  } = readProjection(projection)
  const isNamed = names.has(attribute) || (part !== undefined && names.has(whole))
  return isPositive ? isNamed || (part === undefined && heads.has(attribute)) : !isNamed
}

/** Leaves out what is not wanted, and what has no value. */
function project<Resource extends object>(resource: Resource, projection: Projection): Resource {
  const entries = Object.entries(resource)
    .filter(([name, value]) => value !== undefined && value !== null && isWanted(projection, name))
    .map(([name, value]) => [name, projectParts(name, value, projection)])
  return Object.fromEntries(entries) as Resource
}

function projectParts(name: string, value: unknown, projection: Projection): unknown {
  if (name !== 'name' && name !== 'meta') return value
  const parts = Object.entries(value as object).filter(
    ([part, inner]) => inner !== undefined && isWanted(projection, `${name}.${part}`),
  )
  return Object.fromEntries(parts)
}

/** The version of a resource as HTTP writes it. */
export const versionTag = (version: number) => `W/"${version}"`

interface Stamped {
  id: string
  version: number
  createdAt: number
  updatedAt: number
}

const metaOf = (
  resourceType: 'User' | 'Group',
  { id, version, createdAt, updatedAt }: Stamped,
  base: ScimBase,
) => ({
  resourceType,
  created: isoTime(createdAt),
  lastModified: isoTime(updatedAt),
  location: `${base}/${resourceType}s/${id}`,
  version: versionTag(version),
})

/** A person on the wire. */
export function presentScimUser(
  row: ScimUserRow,
  { base, groups, projection }: { base: ScimBase; groups: readonly ScimReference[]; projection: Projection },
): ScimUser {
  const { formattedName, familyName, givenName } = row
  const name = {
    formatted: formattedName ?? undefined,
    familyName: familyName ?? undefined,
    givenName: givenName ?? undefined,
  }
  const hasName = formattedName !== null || familyName !== null || givenName !== null
  return project(
    {
      schemas: [scimSchemas.user],
      id: row.id,
      externalId: row.externalId ?? undefined,
      userName: row.userName,
      displayName: row.displayName ?? undefined,
      name: hasName ? name : undefined,
      title: row.title ?? undefined,
      emails: row.emails.length > 0 ? row.emails : undefined,
      active: row.isActive,
      groups:
        groups.length > 0
          ? groups.map(({ id, display }) => ({
              value: id,
              display,
              $ref: `${base}/Groups/${id}`,
              type: 'direct',
            }))
          : undefined,
      meta: metaOf('User', row, base),
    } as ScimUser,
    projection,
  )
}

/** A group on the wire; without `members` it tells of none. */
export function presentScimGroup(
  row: ScimGroupRow,
  {
    base,
    members,
    projection,
  }: { base: ScimBase; members: readonly ScimReference[] | undefined; projection: Projection },
): ScimGroup {
  return project(
    {
      schemas: [scimSchemas.group],
      id: row.id,
      externalId: row.externalId ?? undefined,
      displayName: row.displayName,
      members: members?.map(({ id, display }) => ({
        value: id,
        display,
        $ref: `${base}/Users/${id}`,
        type: 'User',
      })),
      meta: metaOf('Group', row, base),
    } as ScimGroup,
    projection,
  )
}

/** A list of resources, of which `startIndex` is the first, counted from 1. */
export function presentScimList<Resource>(
  resources: Resource[],
  { total, startIndex }: { total: number; startIndex: number },
) {
  return {
    schemas: [scimSchemas.list],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}
