import { RunnelError, type RunStatus } from '@runnel/contract'
import type { NewChatMessage } from '../messages/message-rows.ts'
import type { NewRun, RunEnding, RunProgressEntry } from './run-rows.ts'

/** The hot path of the runs of one workspace. Each call is a whole write and resolves after it is durable. */
export interface RunProgressStore {
  /** Keeps a run, and the message that began it. An id that exists already is `conflict`. */
  accept(accepted: { run: NewRun; userMessage?: NewChatMessage | undefined }): Promise<void>
  /**
   * Adds records, events and messages; a later record of the same path and attempt replaces the earlier one, and events that are
   * there already stay. Throws `conflict` and writes nothing when the fence is not the run's any more.
   */
  append(progress: RunProgressEntry): Promise<void>
  /**
   * Ends or pauses the run and gives up the lease, all at once; `conflict` as above. Gives the status that the run has
   * then: `queued` instead of `waiting` when there are answers that its owner has not seen. What it asked before and asks no more, or asked
   * at all when it ends, is withdrawn.
   */
  end(ending: RunEnding): Promise<RunStatus>
}

/** What a process is told that writes after another one has taken the run over. */
export function leaseLost({ runId, fence }: RunProgressEntry): RunnelError {
  return new RunnelError(
    'conflict',
    `Run ${runId} is not in our hands any more: the lease with fence ${fence} was taken over or given up.`,
  )
}

/** Refuses what a process writes after another one has taken the run over. */
export function assertLeaseHeld(isHeld: boolean, entry: RunProgressEntry): void {
  if (!isHeld) throw leaseLost(entry)
}
