import { isRunnelError } from '@runnel/contract'
import { mayStand, storageFault } from '@runnel/db'
import type { OperationContext } from './context.ts'

/** Tries while the database is away, and the longest pause between them. */
const TRIES = 60
const LONGEST_PAUSE = 2_000

/** True for a fault of the database that passes: it is away, busy or full, or gave a statement up. */
function passes(error: unknown): boolean {
  // The database's own refusal to work while it closes has no cause: that does not pass.
  if (isRunnelError(error))
    return error.code === 'timeout' || (error.code === 'unavailable' && error.cause !== undefined)
  return storageFault(error)?.code === 'unavailable'
}

/**
 * Reads for a run, again and again while the database is away: that must not fail a run. Nothing of the database's own
 * words comes out: they would be stored with the run and shown to its caller.
 */
export async function readWithPatience<T>(context: OperationContext, read: () => Promise<T>): Promise<T> {
  const never = new AbortController().signal
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read()
    } catch (error) {
      if (!passes(error) || attempt >= TRIES) throw storageFault(error) ?? error
      context.log.warn({ err: error, attempt }, 'The database could not be read for a run; trying again')
      await context.sleep(Math.min(50 * 2 ** attempt, LONGEST_PAUSE), never)
    }
  }
}

/** How deep the database's fault may lie in what a node threw. */
const DEEPEST = 8

/** True when what went wrong comes of a connection to the database that was lost. */
export function isDatabaseAway(error: unknown): boolean {
  let inner = error
  for (let depth = 0; depth < DEEPEST && inner instanceof Error; depth += 1) {
    if (!isRunnelError(inner) && storageFault(inner)?.code === 'unavailable' && mayStand(inner)) return true
    inner = inner.cause
  }
  return false
}

/** SQLSTATE classes of statements that fail the same way each time: bad data, broken rules, bad SQL, past a limit. */
const PERMANENT_CLASSES = new Set(['21', '22', '23', '42', '54'])
/** SQLite's codes for the same: a damaged file, too big, a constraint, a mismatch, out of range, no database. */
const PERMANENT_CODES = new Set([11, 18, 19, 20, 25, 26])

/** True for what the database will never take, however often it is given. */
export function isPermanent(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  if (typeof errcode === 'number') return PERMANENT_CODES.has(errcode & 0xff)
  return typeof code === 'string' && code.length === 5 && PERMANENT_CLASSES.has(code.slice(0, 2))
}

/** True for coded refusals (the lease went to another process), but not for a statement that was given up. */
function isFinal(error: unknown): boolean {
  return isRunnelError(error) ? error.code !== 'timeout' : isPermanent(error)
}

/** Repeats a write until the database takes it: a lost connection must not lose a run. */
export async function writeWithPatience<T>(context: OperationContext, write: () => Promise<T>): Promise<T> {
  const never = new AbortController().signal
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write()
    } catch (error) {
      if (isFinal(error) || attempt >= TRIES) throw error
      context.log.warn({ err: error, attempt }, 'A run could not be written to the database; trying again')
      await context.sleep(Math.min(50 * 2 ** attempt, LONGEST_PAUSE), never)
    }
  }
}

/** The same functions, sure to throw none of the database's own words. */
export function withoutStorageWords<T extends object>(ports: T): T {
  const guarded = Object.entries(ports).map(([name, port]: [string, unknown]) => {
    if (typeof port === 'object' && port !== null) return [name, withoutStorageWords(port)]
    return [name, typeof port === 'function' ? guard(port as (...given: unknown[]) => unknown) : port]
  })
  return Object.fromEntries(guarded) as T
}

function guard(port: (...given: unknown[]) => unknown) {
  return (...given: unknown[]) => {
    const result = port(...given)
    if (!(result instanceof Promise)) return result
    return result.catch((error: unknown) => {
      throw storageFault(error) ?? error
    })
  }
}
