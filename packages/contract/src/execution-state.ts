import { z } from 'zod'
import type { RunStatus } from './run-event.ts'

/** How the reference names the states of an execution. */
export const executionStateSchema = z.enum([
  'INPROGRESS',
  'FINISHED',
  'ERROR',
  'TERMINATED',
  'TIMEOUT',
  'STOPPED',
])
export type ExecutionState = z.infer<typeof executionStateSchema>

/** The state of an execution by the status of its run. */
export const executionStates: Record<RunStatus, ExecutionState> = {
  queued: 'INPROGRESS',
  running: 'INPROGRESS',
  waiting: 'STOPPED',
  finished: 'FINISHED',
  error: 'ERROR',
  terminated: 'TERMINATED',
  timeout: 'TIMEOUT',
}
