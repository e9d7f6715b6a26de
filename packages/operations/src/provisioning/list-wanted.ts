import { MOST_SCIM_RESOURCES } from '@runnel/contract'
import type { ScimColumn, ScimCondition, ScimQuery } from '@runnel/db'
import type { Projection } from './present-scim.ts'
import { scimFault } from './scim-fault.ts'

/** Which resources a caller asks for. */
export interface ScimListWanted extends Projection {
  filter?: string | undefined
  startIndex?: number | undefined
  count?: number | undefined
  sortBy?: string | undefined
  sortOrder?: string | undefined
}

const ENOUGH = 100

/**
 * The page of a list (RFC 7644, 3.4.2.4): places count from 1, what is out of bounds is brought into them.
 * @throws RunnelError `invalid_input`: `invalidFilter`, or `invalidPath` for what nobody sorts by
 */
export function readListQuery(
  { filter, startIndex = 1, count = ENOUGH, sortBy, sortOrder }: ScimListWanted,
  kind: { columns: Readonly<Record<string, ScimColumn>>; toCondition: (source: string) => ScimCondition },
): ScimQuery & { startIndex: number } {
  const first = Math.min(Math.max(startIndex, 1), Number.MAX_SAFE_INTEGER)
  const column = sortBy === undefined ? undefined : columnOf(sortBy, kind.columns)
  return {
    ...(filter === undefined || filter.trim() === '' ? {} : { where: kind.toCondition(filter) }),
    ...(column ? { sort: { column, isDescending: sortOrder?.toLowerCase() === 'descending' } } : {}),
    startIndex: first,
    offset: first - 1,
    limit: Math.min(Math.max(count, 0), MOST_SCIM_RESOURCES),
  }
}

function columnOf(sortBy: string, columns: Readonly<Record<string, ScimColumn>>): ScimColumn {
  const name = sortBy.slice(sortBy.lastIndexOf(':') + 1).toLowerCase()
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (column) return column
  throw scimFault('invalidPath', `Nobody sorts by ${JSON.stringify(sortBy.slice(0, 100))} here.`)
}
