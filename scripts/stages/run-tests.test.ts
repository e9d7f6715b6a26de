import { expect, test } from 'vitest'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { ALL_STAGES } from './all-stages.ts'
import { countTests, findCampaigns } from './run-tests.ts'

const GREEN = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numFailedTestSuites: 0,
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

test('long campaigns run when they are named, and are found by what they import', async () => {
  expect(ALL_STAGES.filter(({ onlyByName }) => onlyByName).map(({ name }) => name)).toEqual(['long'])
  const found = await findCampaigns(REPOSITORY_ROOT)
  expect(found).toContain('packages/engine/src/oracle.test.ts')
  expect(found).toContain('apps/server/src/kill-nine.test.ts')
  expect(found).not.toContain('packages/engine/src/stop.test.ts')
})
