import {
  type ExecutedNode,
  type JsonObject,
  type JsonValue,
  type Question,
  RunnelError,
} from '@runnel/contract'
import type { RunPlan } from '@runnel/graph'
import type { ChildrenEnd } from '@runnel/node-kit'
import { isFatal } from '../run-error.ts'
import { labelOf } from '../schedule/schedule-state.ts'
import type { FinishedStep, Scope, ScopeEnd, StatePatch } from '../scope.ts'
import { readAnswerText } from '../step/read-answer.ts'
import { createSight, mergeState } from '../step/sight.ts'
import type { StepRun } from '../step/step-run.ts'
import { parkWith } from './ask-person.ts'
import { createIterationContext, itemPrefix, itemsPath } from './iteration-context.ts'

interface ItemEnd {
  text: string
  patch: StatePatch | undefined
  executed: ExecutedNode[]
  waiting: Question[]
}

/** Runs the nodes inside a step once per item. @throws RunnelError `invalid_flow` when there are none. */
export function runChildren(
  stepRun: StepRun,
  items: JsonValue[],
  { concurrency }: { concurrency: number },
): Promise<ChildrenEnd> {
  const { children } = stepRun.step
  if (!children) {
    throw new RunnelError('invalid_flow', `"${labelOf(stepRun.step)}" has no nodes inside. Put some into it.`)
  }
  const { ownPath, signal } = stepRun
  const path = itemsPath(ownPath)
  if (!stepRun.scope.session.journal.findLatest(path)) recordItems(stepRun, path, items)
  return stepRun.calls.track(path, async () => {
    const ends = await runItems(stepRun, { children, items, concurrency, ownPath, signal })
    stepRun.childEntries = ends.flatMap((end) => end.executed)
    const waiting = ends.flatMap((end) => end.waiting)
    if (waiting.length > 0) return parkWith(stepRun, path, waiting)
    return {
      results: ends.map((end) => end.text),
      state: mergeState(stepRun.stateBefore, ends),
      writtenKeys: ends.flatMap((end) => Object.keys(end.patch?.set ?? {})),
    }
  })
}

function recordItems({ scope, step }: StepRun, path: string, items: JsonValue[]): void {
  const now = scope.session.ports.now()
  scope.session.record({
    path,
    attempt: 1,
    kind: 'items',
    status: 'finished',
    nodeId: step.node.id,
    nodeType: step.node.type,
    repeatable: true,
    startedAt: now,
    finishedAt: now,
    output: { items },
  })
}

interface Items extends Pick<StepRun, 'ownPath' | 'signal'> {
  children: RunPlan
  items: JsonValue[]
  concurrency: number
}

/** Where the items hang, and what ends them, are those of the try that began them, whatever the step does by then. */
async function runItems(stepRun: StepRun, given: Items): Promise<ItemEnd[]> {
  const { children, items, concurrency, ownPath, signal } = given
  const base = stepRun.stateBefore
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
        prefix: itemPrefix(ownPath, index),
        signal,
        state: isSequential ? state : base,
        followsNewCall: !stepRun.mayHaveBegun || (isSequential && stepRun.generation.calledOut === true),
        context,
      })
      const end = await runItem(stepRun, scope, index)
      ends[index] = end
      state = mergeState(state, [end])
      isHeld ||= isSequential && end.waiting.length > 0
    }
  }
  const workers = Array.from({ length: Math.max(1, Math.min(concurrency, items.length)) }, worker)
  stepRun.itemsEnded = Promise.allSettled(workers)
  await Promise.all(workers)
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

/** The patches of steps as one, in step order; undefined when none changed anything. */
function joinPatches(steps: Pick<FinishedStep, 'patch'>[]): StatePatch | undefined {
  const patches = steps.flatMap((step) => step.patch ?? [])
  if (patches.length === 0) return undefined
  const set = mergeState({}, steps)
  const removed = new Set(patches.flatMap((patch) => patch.removed))
  return { set, removed: [...removed].filter((key) => !Object.hasOwn(set, key)) }
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
  item: Pick<Scope, 'plan' | 'prefix' | 'signal' | 'followsNewCall'> & {
    state: JsonObject
    context: NonNullable<Scope['iteration']>['context']
  },
): Scope {
  const { scope, generation, sight } = stepRun
  return {
    ...scope,
    plan: item.plan,
    containers: [...scope.containers, generation],
    followsNewCall: item.followsNewCall,
    prefix: item.prefix,
    signal: item.signal,
    start: createSight(item.state, sight),
    iteration: { context: item.context, parentNodeId: stepRun.step.node.id },
    show: undefined,
    finished: [],
    ends: new Map(),
  }
}
