import { type ExecutedNode, type JsonObject, RunnelError } from '@runnel/contract'
import type { RunPlan } from '@runnel/graph'
import type { StepOutput } from '@runnel/node-kit'
import type { WaitingStep } from '../engine-ports.ts'
import { isFatal } from '../run-error.ts'
import type { Scope, ScopeEnd, StatePatch } from '../scope.ts'
import { readAnswerText } from '../scope-answer.ts'
import { createSight } from '../step/sight.ts'
import type { StepRun } from '../step/step-run.ts'
import { joinPatches, mergeState } from '../step/visible-steps.ts'
import { labelOf } from '../step-label.ts'
import { createIterationContext, itemPrefix } from './iteration-context.ts'
import type { NestedEnd } from './nested-end.ts'

type Iterate = NonNullable<StepOutput['iterate']>

interface ItemEnd {
  text: string
  patch: StatePatch | undefined
  executed: ExecutedNode[]
  waiting: WaitingStep[]
}

/**
 * Runs the children once per item, `concurrency` items at a time, results in item order. One at a time each item
 * sees the state that the item before left; in parallel all see the state before the first. An item that fails
 * leaves its message as its result and changes no state.
 */
export async function runIteration(
  stepRun: StepRun,
  output: StepOutput,
  iterate: Iterate,
): Promise<NestedEnd> {
  const { children } = stepRun.step
  if (!children) {
    throw new RunnelError('invalid_flow', `"${labelOf(stepRun.step)}" has no nodes inside. Put some into it.`)
  }
  const base = output.state ?? stepRun.stateBefore
  const ends = await runItems(stepRun, { children, iterate, base })
  const executed = ends.flatMap((end) => end.executed)
  const waiting = ends.flatMap((end) => end.waiting)
  if (waiting.length > 0) return { status: 'waiting', waiting, executed }
  const iterationResults = ends.map((end) => end.text)
  const own = { ...output.output, iterationResults, content: iterationResults.join('\n') }
  const writtenKeys = [
    ...(output.writtenKeys ?? []),
    ...ends.flatMap((end) => Object.keys(end.patch?.set ?? {})),
  ]
  const state = mergeState(base, ends)
  return { status: 'finished', output: { ...output, output: own, state, writtenKeys }, executed }
}

interface Items {
  children: RunPlan
  iterate: Iterate
  base: JsonObject
}

async function runItems(stepRun: StepRun, { children, iterate, base }: Items): Promise<ItemEnd[]> {
  const { items, concurrency } = iterate
  const ends: ItemEnd[] = []
  const isSequential = concurrency <= 1
  let state = base
  let next = 0
  let isHeld = false
  const worker = async () => {
    while (next < items.length && !isHeld) {
      const index = next
      next += 1
      const context = createIterationContext(items, index, stepRun.scope.input.sessionId)
      const scope = createItemScope(stepRun, {
        plan: children,
        state: isSequential ? state : base,
        followsNewCall: !stepRun.mayHaveBegun || (isSequential && stepRun.instance.calledOut === true),
        context,
      })
      const end = await runItem(stepRun, scope, index)
      ends[index] = end
      state = mergeState(state, [end])
      isHeld ||= isSequential && end.waiting.length > 0
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Math.min(concurrency, items.length)) }, worker))
  return ends
}

async function runItem(stepRun: StepRun, scope: Scope, index: number): Promise<ItemEnd> {
  const end = await scope.walk(scope)
  const { executed } = end
  switch (end.status) {
    case 'finished':
      return { text: readAnswerText(scope), patch: joinPatches(scope.finished), executed, waiting: [] }
    case 'waiting':
      return { text: '', patch: undefined, executed, waiting: end.waiting }
    case 'failed':
      return { text: describeFailure(stepRun, end, index), patch: undefined, executed, waiting: [] }
    case 'terminated':
      throw new RunnelError('run_aborted', 'Aborted: the run was stopped.')
    default:
      return end satisfies never
  }
}

function describeFailure(
  stepRun: StepRun,
  end: Extract<ScopeEnd, { status: 'failed' }>,
  index: number,
): string {
  if (!isFatal(end.error)) return `Error in iteration ${index + 1}: ${end.error.message}`
  stepRun.fatal ??= end.error
  stepRun.scope.session.stop(end.error)
  throw end.error
}

function createItemScope(
  stepRun: StepRun,
  item: Pick<Scope, 'plan' | 'followsNewCall'> & {
    state: JsonObject
    context: NonNullable<Scope['iteration']>['context']
  },
): Scope {
  const { scope, instance, sight } = stepRun
  return {
    ...scope,
    plan: item.plan,
    containers: [...scope.containers, instance],
    followsNewCall: item.followsNewCall,
    prefix: itemPrefix(stepRun.path, item.context.index),
    start: createSight(item.state, sight),
    iteration: { context: item.context, parentNodeId: stepRun.step.node.id },
    show: undefined,
    finished: [],
    ends: new Map(),
  }
}
