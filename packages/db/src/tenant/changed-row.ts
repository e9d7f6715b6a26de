import { RunnelError } from '@runnel/contract'

/** The revision that the caller has read; without it an update is unconditional. */
export interface Expectation {
  expectedRevision?: number | undefined
}

/**
 * The row that an update gave back. When it gave none, tells why: `not_found` when there is no such row, otherwise
 * `stale_revision`, because somebody else changed it first.
 */
export async function getChangedRow<Row>(
  row: Row | undefined,
  what: string,
  readRevision: () => Promise<number | undefined>,
): Promise<Row> {
  if (row !== undefined) return row
  const revision = await readRevision()
  if (revision === undefined) throw new RunnelError('not_found', `${what} not found`)
  throw new RunnelError(
    'stale_revision',
    `${what} was changed by someone else (it is now at revision ${revision}). Load it again, then repeat your change.`,
  )
}
