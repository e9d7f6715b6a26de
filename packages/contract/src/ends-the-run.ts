import { isRunnelError } from './errors.ts'

/** Faults that are nobody's alone. */
const ENDS_THE_RUN = ['run_aborted', 'budget_exceeded', 'journal_mismatch', 'not_found', 'unavailable']

/** Whether an error ends the run in which it came, and not only what was read. */
export function endsTheRun(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted || (isRunnelError(error) && ENDS_THE_RUN.includes(error.code))
}
