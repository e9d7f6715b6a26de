import { RunnelError } from '@runnel/contract'

const SQLITE_FULL = 13
/** What systems and PostgreSQL call a full disk. */
const FULL = new Set<unknown>(['ENOSPC', '53100'])
/** Connections that broke or were refused, and PostgreSQL's codes while it starts, stops or takes nobody more. */
const AWAY = new Set<unknown>([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '53300', '08000', '08003', '08006'],
])
/** The driver gives no code where the server hangs up between two statements, or no connection comes in time. */
const HUNG_UP = /^(?:Connection terminated|timeout exceeded when trying to connect)/

/**
 * A disk that is full or a database that is away, as the coded error that says so; undefined for other faults. Runs
 * do not come here: they try again by themselves until they can be written.
 */
export function storageFault(error: unknown): RunnelError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, errcode, message } = error as Error & { code?: unknown; errcode?: unknown }
  if (FULL.has(code) || errcode === SQLITE_FULL) {
    return new RunnelError(
      'unavailable',
      'This could not be stored: the disk of the database is full. Make room on it and try again.',
      { cause: error },
    )
  }
  if (!AWAY.has(code) && !HUNG_UP.test(message)) return undefined
  return new RunnelError('unavailable', 'The database does not answer. Try again in a moment.', {
    cause: error,
  })
}
