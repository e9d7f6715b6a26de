import type { Stage, StageContext, StageCount } from './stage.ts'

/** Result of one stage, with its time. */
export interface StageResult extends StageCount {
  readonly stage: Stage
  readonly seconds: number
}

/**
 * Runs the stages one after the other, each under its heading. A stage whose `after` failed is not run and counts
 * as failed; once `isInterrupted` says so, so do all that are left.
 */
export async function runStages(
  stages: readonly Stage[],
  context: StageContext,
  isInterrupted: () => boolean,
): Promise<StageResult[]> {
  const results: StageResult[] = []
  for (const stage of stages) {
    const failed = results.filter((result) => result.failed > 0).map((result) => result.stage.name)
    const missing = stage.after?.find((name) => failed.includes(name))
    console.log(`\n=== ${stage.title} ===`)
    if (missing) console.error(`Not run, because "${missing}" failed.`)
    const isRun = !(missing || isInterrupted())
    results.push(isRun ? await runStage(stage, context) : { stage, seconds: 0, passed: 0, failed: 1 })
  }
  return results
}

/** So many failures of a stage are told at the end; the rest stands above. */
const TOLD_AT_MOST = 10

/** One line per stage with what failed in it, then the line that tools read: how many passed and failed. */
export function describeResults(results: readonly StageResult[]): string {
  const lines = results.flatMap((result) => {
    const verdict = result.failed === 0 ? 'passed' : 'FAILED'
    const unsteady = result.unsteady ? `, ${result.unsteady} only at the second try` : ''
    const line = `${verdict}  ${result.seconds.toFixed(1).padStart(6)} s  ${result.stage.title}${unsteady}`
    return [line, ...(result.told ?? []).slice(0, TOLD_AT_MOST).map((told) => `    ${told}`)]
  })
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  return `\n${lines.join('\n')}\n${passed} passed, ${failed} failed`
}

async function runStage(stage: Stage, context: StageContext): Promise<StageResult> {
  const startedAt = performance.now()
  const count = await stage.run(context).catch((error: unknown): StageCount => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${stage.title}: ${count.failed === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`)
  return { stage, seconds, ...count }
}
