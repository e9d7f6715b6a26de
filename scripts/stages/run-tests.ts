import { glob, mkdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { findStaleParts } from '../build/build-stamp.ts'
import { runCommand } from './run-command.ts'
import type { StageContext, StageCount } from './stage.ts'

/**
 * So many files that failed are tried once more, alone. More are no accident of the machine, and are not tried again.
 */
const TRIED_AGAIN_AT_MOST = 3

const TAKES_CAMPAIGN = /import \{[^}]*\bcampaign[^}]*\} from '@runnel\/contract\/testing'/

/** What we read of the JSON report of Vitest. */
export interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly numFailedTestSuites: number
  readonly testResults: readonly {
    /** Path of the file. */
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: readonly string[] | null
    }[]
  }[]
}

/** Makes the run of a stage out of Vitest projects, so many files at a time; it counts the tests. */
export function testProjects(
  projects: readonly string[],
  { atOnce }: { atOnce?: number } = {},
): (context: StageContext) => Promise<StageCount> {
  const chosen = projects.flatMap((project) => ['--project', project])
  const workers = atOnce === undefined ? [] : [`--maxWorkers=${atOnce}`]
  return (context) => runVitest(context, projects.join('-'), [...chosen, ...workers])
}

/**
 * Runs the tests that have a long form, in it: those that take `campaign`, `campaignRounds`, `campaignShare` or
 * `campaignTimeout` from the testing door of the contract. Journeys among them run the built product.
 */
export async function runCampaigns(context: StageContext): Promise<StageCount> {
  const environment = { ...context.environment, CAMPAIGN: 'long' }
  const files = await findCampaigns(context.root)
  const projects = ['pure', 'unit', 'e2e', 'wide'].flatMap((project) => ['--project', project])
  return runVitest({ ...context, environment }, 'long', [...projects, ...files])
}

/** Test files with a long form, as paths from the root. */
export async function findCampaigns(root: string): Promise<string[]> {
  const found: string[] = []
  const folders = ['packages/*/src', 'apps/server/src', 'e2e/journeys', 'e2e/wide'].map(
    (each) => `${each}/**/*.test.ts`,
  )
  for await (const path of glob(folders, { cwd: root })) {
    const text = await readFile(join(root, path), 'utf8')
    if (TAKES_CAMPAIGN.test(text)) found.push(path)
  }
  return found.sort()
}

async function runVitest(
  context: StageContext,
  name: string,
  chosen: readonly string[],
): Promise<StageCount> {
  const shard = context.environment.SHARD ? ['--shard', context.environment.SHARD] : []
  const first = await runOnce(context, name, [...chosen, ...shard])
  const files = first.report ? findFilesToTryAgain(first.report) : []
  if (!first.report || files.length === 0) return first.count
  console.error(`\nTried once more, alone: ${files.join(', ')}`)
  const again = await runOnce(context, `${name}-again`, [...chosen, ...files, '--no-file-parallelism'])
  const told = [...(first.count.told ?? []), ...(again.count.told ?? []).map((each) => `again ${each}`)]
  return { ...combineTries(first.report, files, again.count), told }
}

async function runOnce(context: StageContext, name: string, chosen: readonly string[]) {
  const folder = join(context.root, 'node_modules/.cache/test-reports')
  const reportPath = join(folder, `${name}.json`)
  await mkdir(folder, { recursive: true })
  await rm(reportPath, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`]
  const environment = { ...context.environment, ...findBuiltProgram(context.root) }
  const exitCode = await runCommand(['vitest', 'run', ...chosen, ...reporters], { ...context, environment })
  const report = await findReport(reportPath)
  const count = countTests(report, exitCode)
  const told = report ? tellFailures(report, context.root) : []
  return { report, count: told.length > 0 ? { ...count, told } : count }
}

/** File, name and the first line of the reason of each test that failed, and of each file that failed without one. */
export function tellFailures({ testResults }: VitestReport, root: string): string[] {
  return testResults
    .filter(({ status }) => status !== 'passed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const file = relative(root, name)
      if (failed.length === 0) return [`${file}: no test of it failed, the file did`]
      return failed.map(({ fullName, failureMessages }) => {
        const [reason = ''] = (failureMessages?.[0] ?? '').split('\n')
        return `${file}: ${fullName}${reason && `: ${reason}`}`
      })
    })
}

/** Tests that start the program start the built one where it is built from the present sources. */
function findBuiltProgram(root: string): { BUILT_PROGRAM?: string } {
  const isStale = findStaleParts(root).some(({ name }) => name === 'server')
  return isStale ? {} : { BUILT_PROGRAM: join(root, 'dist/server/main.js') }
}

/** Paths of the files with a test that failed; none when they are too many, or when tests were left out. */
export function findFilesToTryAgain(report: VitestReport): readonly string[] {
  if (report.numPendingTests + report.numTodoTests > 0) return []
  const failed = report.testResults.filter(({ status }) => status !== 'passed').map(({ name }) => name)
  return failed.length > TRIED_AGAIN_AT_MOST ? [] : failed
}

/**
 * Counts a run whose failed `files` were run again as `again`: what failed then has failed. What passed only then is
 * named and counted, so that somebody looks for its cause.
 */
export function combineTries(first: VitestReport, files: readonly string[], again: StageCount): StageCount {
  const triedAgain = first.testResults.filter(({ name }) => files.includes(name))
  const tests = triedAgain.flatMap(({ assertionResults }) => assertionResults)
  const passedBefore = tests.filter(({ status }) => status === 'passed').length
  const count = { passed: first.numPassedTests - passedBefore + again.passed, failed: again.failed }
  if (again.failed > 0) return count
  const unsteady = tests.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName)
  for (const name of unsteady) console.error(`Passed only at the second try: ${name}`)
  return { ...count, unsteady: Math.max(unsteady.length, 1) }
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
