import { errorMessage, isRunnelError, RunnelError } from '@runnel/contract'

const FATAL_CODES: readonly string[] = ['budget_exceeded', 'journal_mismatch', 'run_aborted']

/** True for an error that ends the whole run, whatever branch or item it happened in. */
export function isFatal(error: unknown): boolean {
  return isRunnelError(error) && FATAL_CODES.includes(error.code)
}

/** The code of a fault of the machine with a file of its own: its words name folders that are nobody's business. */
function findFileFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, path, url } = error as Error & { code?: unknown; path?: unknown; url?: unknown }
  const namesFile = typeof path === 'string' || (typeof url === 'string' && url.startsWith('file:'))
  return typeof code === 'string' && namesFile ? code : undefined
}

/** Any thrown value as an error of ours; what has no code becomes `step_failed`. */
export function toRunnelError(error: unknown): RunnelError {
  if (isRunnelError(error)) return error
  const fault = findFileFault(error)
  if (fault !== undefined)
    return new RunnelError(
      'step_failed',
      `The server could not use a file of its own (${fault}). Try again; if it stays, tell its operator.`,
      { cause: error },
    )
  return new RunnelError('step_failed', errorMessage(error), { cause: error })
}
