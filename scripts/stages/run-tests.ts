import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from './run-command.ts'
import type { StageContext, StageCount } from './stage.ts'

/** What we read of the JSON report of Vitest. */
export interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly numFailedTestSuites: number
}

/** Makes the run of a stage out of Vitest projects; it counts the tests. */
export function testProjects(...projects: readonly string[]): (context: StageContext) => Promise<StageCount> {
  return async (context) => {
    const folder = join(context.root, 'node_modules/.cache/test-reports')
    const reportPath = join(folder, `${projects.join('-')}.json`)
    await mkdir(folder, { recursive: true })
    await rm(reportPath, { force: true })
    const chosen = projects.flatMap((project) => ['--project', project])
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`]
    const exitCode = await runCommand(['vitest', 'run', ...chosen, ...reporters], context)
    return countTests(await findReport(reportPath), exitCode)
  }
}

/**
 * Counts a report. Tests that were left out count as failed, and so does a run that failed without a failed test
 * (a file that does not load, an unhandled error).
 */
export function countTests(report: VitestReport | undefined, exitCode: number): StageCount {
  if (!report) return { passed: 0, failed: 1 }
  const leftOut = report.numPendingTests + report.numTodoTests
  if (leftOut > 0) console.error(`${leftOut} tests were left out: they count as failed.`)
  const failed = report.numFailedTests + leftOut
  const isBrokenOtherwise = failed === 0 && (exitCode !== 0 || report.numFailedTestSuites > 0)
  return { passed: report.numPassedTests, failed: failed + (isBrokenOtherwise ? 1 : 0) }
}

async function findReport(path: string): Promise<VitestReport | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as VitestReport
  } catch {
    return undefined
  }
}
