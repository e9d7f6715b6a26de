import { findOwnPath, isJsonObject } from '@runnel/contract'
import type { ApiError } from './api-error.ts'

/** Why a session is over, told to `onSessionEnd`. */
export interface SessionEnd {
  error: ApiError
  /** Where the server sends the browser; only ever an address of our own origin. */
  redirectTo?: string
}

/**
 * Reads from a 401 what ends the session. `redirectTo` counts only together with `error`, and only inside `origin`:
 * a text from an answer must not lead people to another site. `subscription_canceled` is passed on as `?error=`.
 */
export function readSessionEnd(error: ApiError, origin: string | undefined): SessionEnd {
  const body = isJsonObject(error.body) ? error.body : {}
  const { redirectTo, error: reason } = body
  if (typeof redirectTo !== 'string' || typeof reason !== 'string') return { error }
  const own = origin === undefined ? undefined : findOwnPath(redirectTo, origin)
  if (own === undefined) return { error }
  return { error, redirectTo: reason === 'subscription_canceled' ? withReason(own, reason) : own }
}

/** The page with `error` in its query. */
function withReason(path: string, reason: string): string {
  const [before = '', fragment] = path.split('#', 2)
  const [page = '', query = ''] = before.split('?', 2)
  const params = new URLSearchParams(query)
  params.set('error', reason)
  return `${page}?${params}${fragment === undefined ? '' : `#${fragment}`}`
}
