import type { StepView } from '@runnel/client'
import { expect, test } from 'vitest'
import { placeSteps } from './place-steps.ts'

const step = (startedAt: number, durationMs?: number): StepView => ({
  path: `a#${startedAt}`,
  nodeId: 'a',
  nodeLabel: 'A',
  generation: 0,
  state: durationMs === undefined ? 'running' : 'finished',
  startedAt,
  ...(durationMs === undefined ? {} : { durationMs }),
})

test('steps lie along the time of their run, none outside of it', () => {
  const placed = placeSteps([step(1_000, 250), step(1_250, 750), step(2_000)])
  const thousandths = placed.map(({ start, length }) =>
    [start, length].map((part) => Math.round(part * 1000)),
  )
  expect(thousandths).toEqual([
    [0, 250],
    [250, 750],
    [992, 8],
  ])
})

test('a run of no time at all still shows its steps', () => {
  const [only] = placeSteps([step(5, 0)])
  expect(only?.length).toBeGreaterThan(0)
})
