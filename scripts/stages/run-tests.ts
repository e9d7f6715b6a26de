import { glob, mkdir, readFile, rm } from 'node:fs/promises'
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
  const chosen = projects.flatMap((project) => ['--project', project])
  return (context) => runVitest(context, projects.join('-'), chosen)
}

/**
 * Runs the tests that have a long form, in it: those that take `campaign`, `campaignRounds` or `campaignTimeout` from the
 * testing door of the contract.
 */
export async function runCampaigns(context: StageContext): Promise<StageCount> {
  const environment = { ...context.environment, CAMPAIGN: 'long' }
  const files = await findCampaigns(context.root)
  return runVitest({ ...context, environment }, 'long', ['--project', 'pure', '--project', 'unit', ...files])
}

/** Test files with a long form, as paths from the root. */
export async function findCampaigns(root: string): Promise<string[]> {
  const found: string[] = []
  for await (const path of glob(['packages/*/src/**/*.test.ts', 'apps/server/src/**/*.test.ts'], {
    cwd: root,
  })) {
    const text = await readFile(join(root, path), 'utf8')
    if (text.includes("from '@runnel/contract/testing'")) found.push(path)
  }
  return found.sort()
}

async function runVitest(
  context: StageContext,
  name: string,
  chosen: readonly string[],
): Promise<StageCount> {
  const folder = join(context.root, 'node_modules/.cache/test-reports')
  const reportPath = join(folder, `${name}.json`)
  await mkdir(folder, { recursive: true })
  await rm(reportPath, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`]
  const shard = context.environment.SHARD ? ['--shard', context.environment.SHARD] : []
  const exitCode = await runCommand(['vitest', 'run', ...chosen, ...shard, ...reporters], context)
  return countTests(await findReport(reportPath), exitCode)
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
