import { expect, test } from 'vitest'
import { describeResults, runStages } from './run-stages.ts'
import type { Stage, StageCount } from './stage.ts'

const CONTEXT = { root: '/', environment: {} }
const uninterrupted = (): boolean => false

function stageOf(name: string, count: StageCount, after: string[] = []): Stage {
  return { name, title: `Stage ${name}`, after, run: async () => count }
}

test('tests and stages are summed up in a last plain line', async () => {
  const stages = [stageOf('types', { passed: 1, failed: 0 }), stageOf('unit', { passed: 41, failed: 2 })]
  const text = describeResults(await runStages(stages, CONTEXT, uninterrupted))
  expect(text.split('\n').at(-1)).toBe('42 passed, 2 failed')
})

test('what failed in a stage stands under its line, the first of many', async () => {
  const told = Array.from({ length: 30 }, (_, index) => `a.test.ts: ${index}`)
  const text = describeResults(
    await runStages([stageOf('unit', { passed: 0, failed: 30, told })], CONTEXT, uninterrupted),
  )
  expect(text).toContain('Stage unit\n    a.test.ts: 0\n')
  expect(text).toContain('a.test.ts: 9\n0 passed')
})

test('a stage after a failed one is not run and counts as failed', async () => {
  const build = stageOf('build', { passed: 0, failed: 1 })
  const browser: Stage = {
    ...stageOf('browser', { passed: 9, failed: 0 }, ['build']),
    run: () => Promise.reject(new Error('must not run')),
  }
  const results = await runStages([build, browser], CONTEXT, uninterrupted)
  expect(results.map(({ passed, failed }) => ({ passed, failed }))).toEqual([
    { passed: 0, failed: 1 },
    { passed: 0, failed: 1 },
  ])
})

test('a stage that throws counts as failed and the next one still runs', async () => {
  const broken: Stage = {
    ...stageOf('lint', { passed: 1, failed: 0 }),
    run: () => Promise.reject(new Error('boom')),
  }
  const results = await runStages(
    [broken, stageOf('types', { passed: 1, failed: 0 })],
    CONTEXT,
    uninterrupted,
  )
  expect(describeResults(results)).toMatch(/\n1 passed, 1 failed$/)
})

test('after an interruption the stages that are left count as failed', async () => {
  const results = await runStages([stageOf('types', { passed: 1, failed: 0 })], CONTEXT, () => true)
  expect(describeResults(results)).toMatch(/\n0 passed, 1 failed$/)
})
