import { expect, test } from 'vitest'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { ALL_STAGES } from './all-stages.ts'
import { combineTries, countTests, findCampaigns, findFilesToTryAgain, tellFailures } from './run-tests.ts'

const GREEN = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numFailedTestSuites: 0,
  testResults: [],
}

test('a green report counts its tests', () => {
  expect(countTests(GREEN, 0)).toEqual({ passed: 5, failed: 0 })
})

test('tests that were left out count as failed', () => {
  expect(countTests({ ...GREEN, numPendingTests: 2, numTodoTests: 1 }, 0)).toEqual({ passed: 5, failed: 3 })
})

test('a run that failed without a failed test counts as one failure', () => {
  expect(countTests(GREEN, 1)).toEqual({ passed: 5, failed: 1 })
  expect(countTests({ ...GREEN, numFailedTestSuites: 1 }, 0)).toEqual({ passed: 5, failed: 1 })
  expect(countTests({ ...GREEN, numFailedTests: 2 }, 1)).toEqual({ passed: 5, failed: 2 })
})

test('a run without a report counts as one failure', () => {
  expect(countTests(undefined, 0)).toEqual({ passed: 0, failed: 1 })
})

const fileWith = (name: string, ...statuses: readonly string[]) => ({
  name,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({ status, fullName: `${name} ${index}` })),
})

test('few files that failed are tried once more, many or those that leave tests out are not', () => {
  const broken = ['a', 'b', 'c'].map((name) => fileWith(name, 'failed', 'passed'))
  const report = { ...GREEN, numFailedTests: 3, testResults: [...broken, fileWith('d', 'passed')] }
  expect(findFilesToTryAgain(report)).toEqual(['a', 'b', 'c'])
  expect(findFilesToTryAgain({ ...report, numPendingTests: 1 })).toEqual([])
  expect(findFilesToTryAgain({ ...report, testResults: [...broken, fileWith('e', 'failed')] })).toEqual([])
})

test('each failure is told by its file, its test and the first line of its reason', () => {
  const failed = { status: 'failed', fullName: 'it goes', failureMessages: ['Error: no\n at x'] }
  const testResults = [
    {
      name: '/tree/a.test.ts',
      status: 'failed',
      assertionResults: [failed, { ...failed, status: 'passed' }],
    },
    { name: '/tree/b.test.ts', status: 'failed', assertionResults: [] },
    fileWith('/tree/c.test.ts', 'passed'),
  ]
  expect(tellFailures({ ...GREEN, testResults }, '/tree')).toEqual([
    'a.test.ts: it goes: Error: no',
    'b.test.ts: no test of it failed, the file did',
  ])
})

test('what passes only at the second try is counted as unsteady, what fails again has failed', () => {
  const testResults = [
    fileWith('a', 'failed', 'passed'),
    fileWith('d', 'passed', 'passed', 'passed', 'passed'),
  ]
  const report = { ...GREEN, numFailedTests: 1, testResults }
  expect(combineTries(report, ['a'], { passed: 2, failed: 0 })).toEqual({ passed: 6, failed: 0, unsteady: 1 })
  expect(combineTries(report, ['a'], { passed: 1, failed: 1 })).toEqual({ passed: 5, failed: 1 })
})

test('what takes long runs when it is named, and campaigns are found by what they import', async () => {
  expect(ALL_STAGES.filter(({ onlyByName }) => onlyByName).map(({ name }) => name)).toEqual([
    'wide',
    'guards',
    'long',
  ])
  const found = await findCampaigns(REPOSITORY_ROOT)
  expect(found).toContain('packages/engine/src/oracle.test.ts')
  expect(found).toContain('apps/server/src/kill-nine.test.ts')
  expect(found).toContain('e2e/wide/chains-and-agents.test.ts')
  for (const other of ['packages/engine/src/stop.test.ts', 'apps/server/src/templates.test.ts'])
    expect(found).not.toContain(other)
})
