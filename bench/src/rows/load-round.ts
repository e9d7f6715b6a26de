import type { LoadResult } from '../load/load.ts'

/** A load of our server and the longest hold of its serving thread meanwhile, in milliseconds. */
export interface WatchedLoad extends LoadResult {
  longestHold: number
}

/** What one repetition of all loads found. */
export interface LoadRound {
  sqliteOneLlmOneCaller: WatchedLoad
  sqliteOneLlm: WatchedLoad
  sqliteReply: WatchedLoad
  sqliteThree: WatchedLoad
  sqliteThreeOneCaller: WatchedLoad
  postgresOneLlm: WatchedLoad
  postgresThree: WatchedLoad
  dbosThree: LoadResult
  dbosThreeOneCaller: LoadResult
  plainThreeOneCaller: LoadResult
  /** Runs per second of "nothing kept" with ten callers. */
  pace: number
}

/** Names of our own loads. */
export type OwnLoad = {
  [Name in keyof LoadRound]: LoadRound[Name] extends WatchedLoad ? Name : never
}[keyof LoadRound]
