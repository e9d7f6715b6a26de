import { RunnelError } from '@runnel/contract'
import type { NewChatMessage } from '../messages/message-rows.ts'
import type { NewRun, RunEnding, RunProgressEntry } from './run-rows.ts'

/**
 * The hot path of a run: how its start, its progress and its end are written. Progress and end say whether the run
 * still was the writer's; if not, nothing was written.
 */
export interface ProgressStore {
  accept(run: NewRun, message: NewChatMessage | undefined): Promise<void>
  append(progress: RunProgressEntry): Promise<boolean>
  end(ending: RunEnding): Promise<boolean>
}

/** Refuses what a process writes after another one has taken the run over. */
export function assertLeaseHeld(isHeld: boolean, { runId, fence }: RunProgressEntry): void {
  if (isHeld) return
  throw new RunnelError(
    'conflict',
    `Run ${runId} is not in our hands any more: the lease with fence ${fence} was taken over or given up.`,
  )
}
