import { RunnelError } from '@runnel/contract'
import { lateReadError } from './late-read-error.ts'

const SQLITE_DUPLICATE = new Set([1555, 2067])
const SQLITE_FOREIGN_KEY = 787
const POSTGRES_DUPLICATE = '23505'
const POSTGRES_FOREIGN_KEY = '23503'
const POSTGRES_CANCELED = '57014'

type BrokenConstraint = 'duplicate' | 'reference'

function findBrokenConstraint(error: Error): BrokenConstraint | undefined {
  if ('errcode' in error && typeof error.errcode === 'number') {
    if (SQLITE_DUPLICATE.has(error.errcode)) return 'duplicate'
    if (error.errcode === SQLITE_FOREIGN_KEY) return 'reference'
  }
  if ('code' in error && error.code === POSTGRES_DUPLICATE) return 'duplicate'
  if ('code' in error && error.code === POSTGRES_FOREIGN_KEY) return 'reference'
  return undefined
}

/**
 * Turns what callers can act on into the coded error that they know: of broken constraints a duplicate is `conflict`, a reference to a row
 * that is not there `not_found`. A read that the server has canceled is `timeout`. Everything else comes back unchanged.
 */
export function mapDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if ('code' in error && error.code === POSTGRES_CANCELED) return lateReadError(error)
  const broken = findBrokenConstraint(error)
  if (broken === undefined) return error
  if (broken === 'duplicate') {
    return new RunnelError('conflict', 'A record with the same key exists already.', { cause: error })
  }
  return new RunnelError('not_found', 'A record that this one belongs to does not exist any more.', {
    cause: error,
  })
}
