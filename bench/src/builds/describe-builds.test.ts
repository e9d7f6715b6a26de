import { expect, test } from 'vitest'
import { type BuildTurn, type CountedLoad, describeBuilds } from './describe-builds.ts'

const load = (median: number, perSecond: number): CountedLoad => ({
  answers: 100,
  perSecond,
  median,
  p95: median * 2,
  p99: median * 3,
  cpuMilliseconds: median / 2,
})
const turn = (median: number, perSecond: number): BuildTurn => ({
  one: load(median, 1_000 / median),
  many: load(median * 5, perSecond),
})

test('a machine that is slow in one turn is slow for both builds', () => {
  const { ratio, ratios, ratioOfRuns, ratiosOfCpu } = describeBuilds([
    { ours: turn(2, 1_000), other: turn(2, 1_000) },
    { ours: turn(8, 250), other: turn(8, 250) },
    { ours: turn(3, 600), other: turn(2, 900) },
  ])
  expect(ratios).toEqual([1, 1, 1.5])
  expect([ratio, ratioOfRuns]).toEqual([1, 1])
  expect(ratiosOfCpu).toEqual({ one: 1, many: 1 })
})

test('tells of each build the medians of its turns', () => {
  const { builds } = describeBuilds([
    { ours: turn(2, 900), other: turn(1, 1_000) },
    { ours: turn(4, 700), other: turn(3, 800) },
    { ours: turn(3, 800), other: turn(2, 900) },
  ])
  expect(builds).toEqual([
    { build: 'ours', median: 3, p99: 9, perSecond: 800, cpuOne: 1.5, cpuMany: 7.5 },
    { build: 'other', median: 2, p99: 6, perSecond: 900, cpuOne: 1, cpuMany: 5 },
  ])
})
