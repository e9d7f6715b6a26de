import type { StepView } from '@runnel/client'

/** How a node stands in the run shown: its latest step, and how often it ran. */
export interface NodeRun {
  state: StepView['state']
  startedAt: number
  durationMs?: number
  error?: string
  times: number
  /** Which of its branches the latest step took, for nodes that decide. */
  branches?: readonly boolean[]
}

/** What the steps of a run say about each node, by node id. */
export function summariseNodeRuns(steps: readonly StepView[]): Map<string, NodeRun> {
  const runs = new Map<string, NodeRun>()
  for (const { nodeId, state, startedAt, durationMs, error, branches } of steps) {
    const times = (runs.get(nodeId)?.times ?? 0) + 1
    runs.set(nodeId, {
      state,
      startedAt,
      times,
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(error === undefined ? {} : { error }),
      ...(branches === undefined ? {} : { branches }),
    })
  }
  return runs
}
