import type { ExecutedNode } from '@runnel/contract'
import type { RunPlan } from '@runnel/graph'
import {
  createIterationContext,
  findItemsOwner,
  itemPrefix,
  itemsPath,
  readItems,
} from '../calls/iteration-context.ts'
import { entriesOf } from '../executed-node.ts'
import { createSchedule, decideStep, type Schedule } from '../schedule/schedule.ts'
import { compareGenerations, type Generation, pathOf } from '../schedule/schedule-state.ts'
import type { FinishedStep, Scope } from '../scope.ts'
import { createSight, findSight, insertFinishedStep } from '../step/sight.ts'
import type { StepEnd } from '../step/step-end.ts'
import type { StepRun } from '../step/step-run.ts'
import { applyRecord, type RecordScope } from './apply-record.ts'

/** A scope as far as a journal tells: nothing in it runs. */
type JournalScope = Omit<RecordScope, 'listChildren'> & {
  input: Pick<Scope['input'], 'concurrency' | 'sessionId'>
}

/** A step of a scope with its place and its entries. */
interface ListedStep {
  generation: Generation
  path: string
  executed: ExecutedNode[]
}

/** Lists the steps of one scope that ended or wait, in step order, from their records. */
export function readJournalScope(scope: JournalScope, plan: RunPlan): ListedStep[] {
  const schedule = createSchedule(plan)
  const walk = { input: scope.input, start: createSight({}), finished: [], ends: new Map() }
  const listed: ListedStep[] = []
  for (let generation = takeNext(schedule); generation; generation = takeNext(schedule)) {
    const path = pathOf(scope, generation)
    const record = scope.findLatest(path)
    if (!record) continue
    const end = applyRecord(withChildren(scope), { generation, seen: findSight(walk, generation), record })
    if (!end) continue
    const step = takeEnd(schedule, end)
    if (step) insertFinishedStep(walk, step)
    const children = end.kind === 'finished' ? listChildEntries(scope, generation) : []
    listed.push({ generation, path, executed: [...children, ...entriesOf(end)] })
  }
  return listed.sort((a, b) => compareGenerations(a.generation, b.generation))
}

function takeNext(schedule: Schedule): Generation | undefined {
  return schedule.take() ?? (schedule.releaseHeld() ? schedule.take() : undefined)
}

function takeEnd(schedule: Schedule, end: StepEnd): FinishedStep | undefined {
  const step = end.kind === 'finished' || end.kind === 'failed' ? end.step : undefined
  if (step) decideStep(schedule, step, end.kind === 'failed')
  return step
}

/** The scope with a way to list what is inside its steps. */
export function withChildren(scope: JournalScope): RecordScope {
  return { ...scope, listChildren: (generation) => listChildEntries(scope, generation) }
}

/** Entries of what is inside a step, as far as it ran. */
export function listInside({ scope, generation }: Pick<StepRun, 'scope' | 'generation'>): ExecutedNode[] {
  return listChildEntries({ ...scope, findLatest: scope.session.journal.findLatest }, generation)
}

/** Entries of the children of an iteration, in item order. */
export function listChildEntries(scope: JournalScope, generation: Generation): ExecutedNode[] {
  const { children, node } = generation.step
  if (!children || !scope.listsExecuted) return []
  const path = findItemsOwner(pathOf(scope, generation), scope.findLatest)
  const items = readItems(scope.findLatest(itemsPath(path)))
  return items.flatMap((_item, index) => {
    const context = createIterationContext(items, index, scope.input.sessionId)
    const iteration = { context, parentNodeId: node.id }
    const child = { ...scope, prefix: itemPrefix(path, index), iteration }
    return readJournalScope(child, children).flatMap((step) => step.executed)
  })
}
