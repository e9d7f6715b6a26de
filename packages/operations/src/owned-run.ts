import type { AnsweredQuestion, RunInput, StepRecord } from '@runnel/contract'
import type { PastMessages } from '@runnel/db'
import type { PreparedVersion } from './version-cache.ts'

/** A run that this process owns under a fence, with everything that it needs. */
export interface OwnedRun {
  workspaceId: string
  runId: string
  fence: number
  /** Milliseconds in which nobody had it before. */
  idleMs: number
  namespace: string
  /** Id of the message that the run ends with. */
  answerId: string
  input: RunInput
  /** The messages of `input.pastHistory` with their places in the session. */
  past: PastMessages
  /** Everything that people have answered in it so far. */
  answers: AnsweredQuestion[]
  /** The fence of the last owner who left it waiting, all committed; 0 when none did. */
  settledFence: number
  version: PreparedVersion
  /** Records of earlier owners; empty for a fresh run. */
  journal: StepRecord[]
}

/** Signals of an owned run: `stop` ends it as terminated, `abandon` drops it as it is (another process goes on). */
export interface RunSignals {
  stop: AbortSignal
  abandon: AbortSignal
}
