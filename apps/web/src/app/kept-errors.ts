import type { ApiError } from '@runnel/client'
import { create } from 'zustand'

/** A call that failed: when, which one, and why. */
export interface KeptError {
  /** Milliseconds since 1970. */
  at: number
  /** As `GET /chatflows`. */
  call: string
  error: ApiError
}

/** How many are kept: enough to tell somebody what went wrong a moment ago. */
const MOST = 20

/** Failed calls of this page, newest first, but for those that led elsewhere: an ended session, a refused page. */
export const useKeptErrors = create<{ errors: readonly KeptError[] }>()(() => ({ errors: [] }))

/** Keeps a failed call, and notes it in the log of the browser. Whoever made the call says it to the person. */
export function keepError(error: ApiError, { method, path }: { method: string; path: string }): void {
  const call = `${method} ${path}`
  useKeptErrors.setState(({ errors }) => ({
    errors: [{ at: Date.now(), call, error }, ...errors].slice(0, MOST),
  }))
  const { code, status, requestId } = error
  console.warn(`${call} failed: ${error.message}`, { status, code, requestId })
}
