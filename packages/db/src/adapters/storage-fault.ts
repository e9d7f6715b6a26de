import { isRunnelError, type RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import { isConnectionError } from './is-connection-error.ts'

/** SQLite's codes without their details. */
const SQLITE = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  io: 10,
  damaged: 11,
  full: 13,
  noOpen: 14,
  noDatabase: 26,
} as const
/** SQLite's codes, with their details, for a write that the disk refuses, as one that was made read-only after a fault. */
const REFUSED_WRITES = new Set([778, 1546, 4618, 4874])
/** What systems and PostgreSQL call a full disk. */
const FULL = new Set<unknown>(['ENOSPC', '53100'])
/** PostgreSQL's codes for a file of its own that is damaged. */
const DAMAGED = new Set<unknown>(['XX001', 'XX002'])
/** Connections that broke or were refused, and PostgreSQL's codes while it starts, stops or takes nobody more. */
const AWAY = new Set<unknown>([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...[
    '57P01',
    '57P02',
    '57P03',
    '57P05',
    '25P03',
    '53300',
    '08000',
    '08001',
    '08003',
    '08004',
    '08006',
    '58030',
  ],
])
/** PostgreSQL's code of a standby, and of a server that was told to take no writes. */
const READ_ONLY = '25006'
/** PostgreSQL's codes for writers that wait for each other in a ring, for too long, or cannot be put in an order. */
const CONTENDED = new Set<unknown>(['40P01', '40001', '55P03'])
/** The driver gives no code where the server hangs up between two statements, or no connection comes in time. */
const HUNG_UP =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|The connection to PostgreSQL was lost)/

type Fault = 'full' | 'busy' | 'contended' | 'readonly' | 'damaged' | 'away' | 'other'

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
  if (code === SQLITE.readOnly || REFUSED_WRITES.has(errcode)) return 'readonly'
  if (code === SQLITE.io || code === SQLITE.noOpen) return 'away'
  return code === SQLITE.damaged || code === SQLITE.noDatabase ? 'damaged' : 'other'
}

function findFault(error: unknown): Fault | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, errcode, severity, message } = error as Told
  if (typeof errcode === 'number') return sqliteFault(errcode)
  return postgresFault({ code, severity, message })
}

function postgresFault({
  code,
  severity,
  message,
}: Pick<Told, 'code' | 'severity' | 'message'>): Fault | undefined {
  if (FULL.has(code)) return 'full'
  if (code === READ_ONLY) return 'readonly'
  if (CONTENDED.has(code)) return 'contended'
  if (DAMAGED.has(code)) return 'damaged'
  if (AWAY.has(code) || HUNG_UP.test(message)) return 'away'
  return severity === undefined && code !== 'ERR_SQLITE_ERROR' ? undefined : 'other'
}

const CODES = {
  full: 'unavailable',
  busy: 'unavailable',
  contended: 'unavailable',
  readonly: 'unavailable',
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

/**
 * True where it is not known whether a write that failed with this stands: what was asked for last, the commit too, may
 * have been done, and only the answer was lost. False for what the database, or the work itself, refused.
 */
export function mayStand(error: unknown): boolean {
  if (isRunnelError(error)) return false
  const { errcode } = (error ?? {}) as Told
  if (typeof errcode === 'number') return (errcode & 0xff) === SQLITE.io
  return isConnectionError(error)
}

/** What the operator does about it, for the log; undefined where the error says it. */
export function storageAdvice(error: unknown): string | undefined {
  const fault = findFault(error)
  if (fault === 'readonly')
    return 'The database takes no writes: look whether its disk was made read-only after a fault, or its server is a standby; once it takes them again, Runnel goes on by itself'
  if (fault !== 'damaged') return undefined
  return 'The database is damaged: stop Runnel, keep a copy of the files as they are, and restore the newest backup; without one, recover what can be read (SQLite: sqlite3 runnel.db .recover | sqlite3 recovered.db)'
}
