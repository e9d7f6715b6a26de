import { RunnelError } from '@runnel/contract'

/** The error of a list, count or search that lasted longer than its deadline; another time it may be quicker. */
export function lateReadError(cause?: unknown): RunnelError {
  return new RunnelError('timeout', 'Reading this took too long and was given up. Narrow the filter.', {
    cause,
    status: 503,
  })
}
