import { describeStepData, type ExecutedNode, type JsonObject } from '@runnel/contract'
import type { StepOutput } from '@runnel/node-kit'
import { type Generation, labelOf, pathOf } from './schedule/schedule-state.ts'
import type { Scope } from './scope.ts'
import type { StepEnd } from './step/step-end.ts'

/** What the reference shows of a step that was stopped. */
export const CANCELLED_TEXT = 'Flow execution was cancelled'

/** What an entry is made from. */
interface ExecutedFacts {
  status: ExecutedNode['status']
  output?: StepOutput
  state?: JsonObject
  error?: string
}

/** The entry of one step in Flowise's `executionData`; none where the reference lists none. */
export function createExecutedNode(
  scope: Pick<Scope, 'iteration' | 'listsExecuted' | 'prefix'>,
  generation: Generation,
  facts: ExecutedFacts,
): ExecutedNode[] {
  if (!scope.listsExecuted) return []
  const { step } = generation
  const { node } = step
  const data: JsonObject = {
    id: node.id,
    name: node.type,
    ...(facts.output && describeStepData(facts.output, facts.state)),
    ...(facts.error !== undefined && { error: facts.error }),
    ...describeIteration(scope),
  }
  const previousNodeIds = [...new Set(step.incoming.map((edge) => edge.source))]
  const path = pathOf(scope, generation)
  return [{ path, nodeId: node.id, nodeLabel: labelOf(step), data, previousNodeIds, status: facts.status }]
}

function describeIteration({ iteration }: Pick<Scope, 'iteration'>): JsonObject {
  if (!iteration) return {}
  const { index, value, isFirst, isLast, sessionId } = iteration.context
  return {
    iterationIndex: index,
    iterationContext: { index, value, isFirst, isLast, sessionId },
    parentNodeId: iteration.parentNodeId,
  }
}

/** The entries that an end brings. */
export function entriesOf(end: StepEnd): ExecutedNode[] {
  return end.kind === 'finished' ? end.step.executed : end.executed
}
