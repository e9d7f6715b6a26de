import { isJsonObject } from '@runnel/contract'
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
  const target = resolveSameOrigin(redirectTo, origin)
  if (target === undefined) return { error }
  if (reason === 'subscription_canceled') target.searchParams.set('error', reason)
  return { error, redirectTo: `${target.pathname}${target.search}${target.hash}` }
}

/** Resolves an address against `origin`; undefined when it leaves that origin or is none. */
export function resolveSameOrigin(address: string, origin: string | undefined): URL | undefined {
  if (origin === undefined || !URL.canParse(address, origin)) return undefined
  const target = new URL(address, origin)
  return target.origin === origin ? target : undefined
}
