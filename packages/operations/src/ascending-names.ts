import type { PageQuery } from '@runnel/db'

/** Names and addresses rise where no direction is asked for; times fall, as the list itself has it. */
export function ascendingNames<Query extends PageQuery>(query: Query): Query {
  const isText = query.sort === 'name' || query.sort === 'email'
  return isText && query.direction === undefined ? { ...query, direction: 'asc' } : query
}
