/** What a stage of `npm test` needs: its services' environment and the repository. */
export interface StageContext {
  readonly root: string
  readonly environment: NodeJS.ProcessEnv
}

/** How many checks or tests of a stage passed and failed. */
export interface StageCount {
  readonly passed: number
  readonly failed: number
  /** How many of those that passed did so only at a second try. */
  readonly unsteady?: number
  /** What failed, at the last try or at an earlier one: file, test and the first line of the reason. */
  readonly told?: readonly string[]
}

/** One heading of `npm test`. */
export interface Stage {
  readonly name: string
  readonly title: string
  /** Names of stages without whose success this one means nothing; it then counts as failed. */
  readonly after?: readonly string[]
  /** Runs tests, which want a database, a browser and a folder. */
  readonly hasTests?: true
  /** Runs only when it is named. */
  readonly onlyByName?: true
  run(context: StageContext): Promise<StageCount>
}
