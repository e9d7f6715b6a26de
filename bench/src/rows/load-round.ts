import type { LoadResult } from '../load/load.ts'

/** What one repetition of all loads found. */
export interface LoadRound {
  sqliteOneLlmOneCaller: LoadResult
  sqliteOneLlm: LoadResult
  sqliteReply: LoadResult
  sqliteThree: LoadResult
  sqliteThreeOneCaller: LoadResult
  postgresOneLlm: LoadResult
  postgresThree: LoadResult
  dbosThree: LoadResult
  dbosThreeOneCaller: LoadResult
  plainThree: LoadResult
  plainThreeOneCaller: LoadResult
}
