import type { AnsweredQuestion, RunInput, StepRecord } from '@runnel/contract'
import type { InnerPast, PastMessages } from '@runnel/db'
import type { Moment } from './moments.ts'
import type { PreparedVersion } from './version-cache.ts'

/** A run that this process owns under a fence, with everything that it needs. */
export interface OwnedRun {
  workspaceId: string
  runId: string
  fence: number
  /** When its lease was asked for. */
  leasedAt: Moment
  /** Milliseconds in which nobody had it before. */
  idleMs: number
  namespace: string
  /** Id of the message that the run ends with. */
  answerId: string
  input: RunInput
  /** The messages of `input.pastHistory` with their places in the session. */
  past: PastMessages
  /** What flows inside of the run that are under way see of their conversations, by the path of their call. */
  innerPasts: Map<string, InnerPast>
  /** Everything that people have answered in it so far. */
  answers: AnsweredQuestion[]
  /** The fence of the last owner who left it waiting, all committed; 0 when none did. */
  settledFence: number
  version: PreparedVersion
  /** Records of earlier owners; empty for a fresh run. */
  journal: StepRecord[]
}

/** The lease of one run, as this process knows it without asking the database. */
export interface RunLease {
  /** False when it may be over: another process may have the run. */
  readonly isSure: boolean
  /** It was given or renewed; `askedAt` is when that was asked for. */
  renewed(askedAt: Moment): void
  /**
   * Asked right before anything leaves the run. Undefined while the lease is sure; else it is renewed first, and the
   * promise rejects with `run_aborted` when the run is another process's.
   */
  hold(): Promise<void> | undefined
  /** As `hold`, where nothing can be waited for: throws when the lease is not sure. */
  assertSure(): void
  /** Drops the run as it is, because this process cannot go on with it now: whoever looks next takes it up. */
  giveUp(why: string): void
  /** The run is over here: whatever it left behind makes no call any more. */
  end(): void
}

/**
 * What an owned run obeys: `stop` ends it as terminated, `abandon` drops it as it is (another process goes on), and
 * nothing leaves it unless `lease` holds.
 */
export interface RunSignals {
  stop: AbortSignal
  abandon: AbortSignal
  lease: RunLease
}
