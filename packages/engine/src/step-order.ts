import type { ExecutedNode, RunInput, StepRecord } from '@runnel/contract'
import type { RunPlan } from '@runnel/graph'
import { readJournalScope } from './journal/read-journal-scope.ts'
import { indexJournal } from './journal/run-journal.ts'

/** A step as a journal tells of it, with the entries that the reference lists for it. */
export interface OrderedStep {
  path: string
  nodeId: string
  executed: ExecutedNode[]
}

/**
 * The steps of a run that ended or wait, in step order: the reference's queue order, whatever finished first. Reads
 * plan and journal only, so that the list of executed nodes can be made of a run at any time.
 */
export function stepOrder(
  plan: RunPlan,
  journal: StepRecord[],
  input: Pick<RunInput, 'concurrency' | 'sessionId'>,
): OrderedStep[] {
  const { findLatest } = indexJournal(journal)
  const scope = { prefix: '', listsExecuted: plan.flowType === 'agent', input, findLatest }
  return readJournalScope(scope, plan).map(({ generation, path, executed }) => ({
    path,
    nodeId: generation.step.node.id,
    executed,
  }))
}
