import { RunnelError, refusalOf, tellWhy } from '@runnel/contract'

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
  const why = tellWhy('changed_by_others', { thing: what, revision: String(revision) })
  throw refusalOf('stale_revision', why)
}
