import type { RunInput, StepRecord } from '@runnel/contract'
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
  /** True when people have answered more of its questions than the one in its input. */
  hasMoreAnswers: boolean
  version: PreparedVersion
  /** Records of earlier owners; empty for a fresh run. */
  journal: StepRecord[]
}

/** Signals of an owned run: `stop` ends it as terminated, `abandon` drops it as it is (another process goes on). */
export interface RunSignals {
  stop: AbortSignal
  abandon: AbortSignal
}
