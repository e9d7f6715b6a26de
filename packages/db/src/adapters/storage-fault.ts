import { type RunnelError, refusalOf, tellWhy } from '@runnel/contract'

/** SQLite's codes without their details. */
const SQLITE = { busy: 5, locked: 6, damaged: 11, full: 13, noDatabase: 26 } as const
/** What systems and PostgreSQL call a full disk. */
const FULL = new Set<unknown>(['ENOSPC', '53100'])
/** PostgreSQL's codes for a file of its own that is damaged. */
const DAMAGED = new Set<unknown>(['XX001', 'XX002'])
/** Connections that broke or were refused, and PostgreSQL's codes while it starts, stops or takes nobody more. */
const AWAY = new Set<unknown>([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '53300', '08000', '08003', '08006'],
])
/** The driver gives no code where the server hangs up between two statements, or no connection comes in time. */
const HUNG_UP =
  /^(?:Connection terminated|timeout exceeded when trying to connect|The connection to PostgreSQL was lost)/

type Fault = 'full' | 'busy' | 'damaged' | 'away' | 'other'

interface Told extends Error {
  code?: unknown
  /** SQLite's number, with its details. */
  errcode?: unknown
  /** PostgreSQL's. */
  severity?: unknown
}

function sqliteFault(errcode: number): Fault {
  const code = errcode & 0xff
  if (code === SQLITE.full) return 'full'
  if (code === SQLITE.busy || code === SQLITE.locked) return 'busy'
  return code === SQLITE.damaged || code === SQLITE.noDatabase ? 'damaged' : 'other'
}

function findFault(error: unknown): Fault | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, errcode, severity, message } = error as Told
  if (typeof errcode === 'number') return sqliteFault(errcode)
  if (FULL.has(code)) return 'full'
  if (DAMAGED.has(code)) return 'damaged'
  if (AWAY.has(code) || HUNG_UP.test(message)) return 'away'
  return severity === undefined && code !== 'ERR_SQLITE_ERROR' ? undefined : 'other'
}

const CODES = {
  full: 'unavailable',
  busy: 'unavailable',
  away: 'unavailable',
  damaged: 'internal',
  other: 'internal',
} as const

/**
 * A fault of the database as the coded error that callers and runs may see: the database's own words stay in its
 * cause, for the log. `unavailable` passes by itself. Undefined for what is no fault of a database.
 */
export function storageFault(error: unknown): RunnelError | undefined {
  const fault = findFault(error)
  if (fault === undefined) return undefined
  return refusalOf(CODES[fault], tellWhy(`storage_${fault}`), { cause: error })
}

/** What the operator does about it, for the log; undefined where the error says it. */
export function storageAdvice(error: unknown): string | undefined {
  if (findFault(error) !== 'damaged') return undefined
  return 'The database is damaged: stop Runnel, keep a copy of the files as they are, and restore the newest backup; without one, recover what can be read (SQLite: sqlite3 runnel.db .recover | sqlite3 recovered.db)'
}
