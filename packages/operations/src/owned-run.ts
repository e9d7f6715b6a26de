import type { AnsweredQuestion, RunInput, StepRecord } from '@runnel/contract'
import type { Moment } from './runs/lease-moment.ts'
import type { RunLease } from './runs/run-lease.ts'
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
  /** Everything that people have answered in it so far. */
  answers: AnsweredQuestion[]
  /** The fence of the last owner who left it waiting, all committed; 0 when none did. */
  settledFence: number
  version: PreparedVersion
  /** Records of earlier owners; empty for a fresh run. */
  journal: StepRecord[]
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
