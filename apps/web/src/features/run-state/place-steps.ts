import type { StepView } from '@runnel/client'

/** Where the bar of a step lies, in parts of the whole run's time. */
export interface PlacedStep {
  step: StepView
  start: number
  length: number
}

const SHORTEST = 0.008

/** Places the steps along the time of their run. A step that still runs reaches to the end. */
export function placeSteps(steps: readonly StepView[]): PlacedStep[] {
  const first = Math.min(...steps.map(({ startedAt }) => startedAt))
  const last = Math.max(...steps.map(({ startedAt, durationMs }) => startedAt + (durationMs ?? 0)))
  const whole = Math.max(last - first, 1)
  return steps.map((step) => {
    const start = Math.min((step.startedAt - first) / whole, 1 - SHORTEST)
    const length = step.durationMs === undefined ? 1 - start : step.durationMs / whole
    return { step, start, length: Math.max(Math.min(length, 1 - start), SHORTEST) }
  })
}
