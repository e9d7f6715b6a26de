import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Guard } from './guard.ts'

/** How the tests of a title went: how many ran, how many of them failed, and what the run printed. */
export interface TestOutcome {
  readonly ran: number
  readonly failed: number
  readonly output: string
}

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
  }[]
}

/** Runs the test of a guard alone, in that tree. */
export async function runGuardTest(root: string, { test }: Guard): Promise<TestOutcome> {
  const reportPath = join(root, 'guard-report.json')
  await rm(reportPath, { force: true })
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${reportPath}`]
  const named = test.goesOnFromOthers ? [] : ['--testNamePattern', patternOf(test.title).source]
  const child = spawn(join(root, 'node_modules/.bin/vitest'), ['run', test.file, ...named, ...reporters], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  await once(child, 'close')
  const statuses = await readStatuses(reportPath, test.title)
  return { ran: statuses.length, failed: statuses.filter((status) => status === 'failed').length, output }
}

async function readStatuses(path: string, title: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '{"testResults":[]}')
  const { testResults } = JSON.parse(text) as Report
  const pattern = new RegExp(`^${patternOf(title).source}$`, 's')
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((each) => pattern.test(each.title) && ['passed', 'failed'].includes(each.status))
    .map(({ status }) => status)
}

/** A title as it stands in the source, with anything where its values are filled in. */
function patternOf(title: string): RegExp {
  const pieces = title.split(/%[sijdo]|\$\w+/)
  return new RegExp(pieces.map((piece) => piece.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('.*'), 's')
}
