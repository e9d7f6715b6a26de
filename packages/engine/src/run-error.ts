import { errorMessage, isRunnelError, RunnelError } from '@runnel/contract'

const FATAL_CODES: readonly string[] = ['budget_exceeded', 'journal_mismatch', 'run_aborted']

/** True for an error that ends the whole run, whatever branch or item it happened in. */
export function isFatal(error: unknown): boolean {
  return isRunnelError(error) && FATAL_CODES.includes(error.code)
}

/** Any thrown value as an error of ours; what has no code becomes `step_failed`. */
export function toRunnelError(error: unknown): RunnelError {
  if (isRunnelError(error)) return error
  return new RunnelError('step_failed', errorMessage(error), { cause: error })
}
