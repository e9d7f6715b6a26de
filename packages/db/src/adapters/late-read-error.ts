import { type RunnelError, refusalOf, tellWhy } from '@runnel/contract'

/** The error of a list, count or search that lasted longer than its deadline; another time it may be quicker. */
export function lateReadError(cause?: unknown): RunnelError {
  return refusalOf('timeout', tellWhy('read_slow'), {
    cause,
    status: 503,
  })
}
