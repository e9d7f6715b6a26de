import type { ExecutedNode, Question, RunnelError, StepRecord } from '@runnel/contract'
import { entriesOf } from './executed-node.ts'
import { applyRecord } from './journal/apply-record.ts'
import { listChildEntries, withChildren } from './journal/read-journal-scope.ts'
import { isFatal, toRunnelError } from './run-error.ts'
import { type LinkedSignal, linkSignal } from './run-session.ts'
import { createSchedule, decideStep, type Schedule } from './schedule/schedule.ts'
import { compareGenerations, type Generation, pathOf } from './schedule/schedule-state.ts'
import type { FinishedStep, Scope, ScopeEnd } from './scope.ts'
import { isAnswered, runStep } from './step/run-step.ts'
import { findSight, insertFinishedStep } from './step/sight.ts'
import { ERROR_BRANCH, type StepEnd } from './step/step-end.ts'
import { createSpeaker, type Speaker } from './streaming/speaker.ts'

interface ScopeWalk {
  scope: Scope
  schedule: Schedule
  stop: LinkedSignal
  running: Map<Generation, Speaker>
  ends: Mailbox<{ generation: Generation; end: StepEnd }>
  listed: { generation: Generation; executed: ExecutedNode[] }[]
  waiting: Question[]
  failure: { error: RunnelError; nodeId: string } | undefined
}

/** Walks through a plan: starts what is ready, up to the flow's concurrency, until nothing more can run. */
export async function runScope(given: Scope): Promise<ScopeEnd> {
  const stop = linkSignal(given.signal)
  const scope = { ...given, signal: stop.signal }
  const walk: ScopeWalk = {
    scope,
    schedule: createSchedule(scope.plan),
    stop,
    running: new Map(),
    ends: createMailbox(),
    listed: [],
    waiting: [],
    failure: undefined,
  }
  for (;;) {
    applyJournal(walk)
    startReady(walk)
    if (walk.running.size === 0 && !releaseHeldJoin(walk)) break
    if (walk.running.size === 0) continue
    const { generation, end } = await walk.ends.take()
    walk.running.delete(generation)
    takeEnd(walk, generation, end)
  }
  stop.unlink()
  return endScope(walk)
}

/** Joins that wait for each other's loops must not hang: with nothing else left, the first goes on. */
function releaseHeldJoin({ scope, schedule, waiting }: ScopeWalk): boolean {
  return waiting.length === 0 && !scope.signal.aborted && schedule.releaseHeld()
}

/** Ends everything that the journal already knows before anything new is started. */
function applyJournal(walk: ScopeWalk): void {
  const { scope, schedule } = walk
  if (scope.session.journal.isEmpty) return
  for (let found = true; found; ) {
    found = false
    for (const generation of [...schedule.ready]) {
      const end = findKnownEnd(scope, generation)
      if (!end) continue
      schedule.ready.splice(schedule.ready.indexOf(generation), 1)
      replayEnd(walk, generation, end)
      found = true
    }
  }
}

function findKnownEnd(scope: Scope, generation: Generation): StepEnd | undefined {
  const record = scope.session.journal.findLatest(pathOf(scope, generation))
  if (!record || isAnswered(scope.session, record)) return undefined
  if (wasStopped(record) && !scope.signal.aborted) return undefined
  if (scope.repeatsText && record.status === 'finished' && isLastStep(scope, generation)) return undefined
  const { findLatest } = scope.session.journal
  return applyRecord(withChildren({ ...scope, findLatest }), {
    generation,
    seen: findSight(scope, generation),
    record,
  })
}

/** A step that was stopped has not ended, unless what stopped it is known again: then it is listed as stopped. */
function wasStopped({ status, error }: StepRecord): boolean {
  return status === 'failed' && error?.code === 'run_aborted'
}

function replayEnd(walk: ScopeWalk, generation: Generation, end: StepEnd): void {
  const { scope } = walk
  if (end.kind === 'finished') {
    const { findLatest } = scope.session.journal
    const children = listChildEntries({ ...scope, findLatest }, generation)
    end.step.executed = [...children, ...end.step.executed]
  }
  takeEnd(walk, generation, end)
}

function startReady(walk: ScopeWalk): void {
  const { scope, schedule, running } = walk
  const { concurrency } = scope.input
  while (running.size < concurrency && !scope.signal.aborted) {
    const generation = schedule.take()
    if (!generation) break
    const isLast = isLastStep(scope, generation)
    const speaker = createSpeaker({
      path: pathOf(scope, generation),
      nodeId: generation.step.node.id,
      show: isLast ? scope.show : undefined,
      isCertain: concurrency === 1,
    })
    generation.status = 'running'
    running.set(generation, speaker)
    void runStep({ scope, generation, speaker, isLast }).then((end) => walk.ends.put({ generation, end }))
  }
  releaseCertainAnswer(walk)
}

/** Nothing follows: the text of such a step is the answer. Steps inside an iteration never are. */
function isLastStep(scope: Scope, generation: Generation): boolean {
  if (scope.iteration) return false
  return generation.step.outgoing.every((edge) => edge.branch === ERROR_BRANCH)
}

/** In parallel a step is certain to be the answer when it alone is left: from then on its text streams. */
function releaseCertainAnswer({ running, schedule }: ScopeWalk): void {
  if (running.size !== 1 || schedule.ready.length > 0 || schedule.hasHeld()) return
  for (const speaker of running.values()) speaker.release()
}

function takeEnd(walk: ScopeWalk, generation: Generation, end: StepEnd): void {
  walk.listed.push({ generation, executed: entriesOf(end) })
  switch (end.kind) {
    case 'finished':
      finish(walk, end.step, false)
      return
    case 'waiting':
      generation.status = 'waiting'
      walk.waiting.push(...end.waiting)
      return
    case 'failed':
      generation.status = 'failed'
      if (end.step && !isFatal(end.error)) finish(walk, end.step, true)
      else fail(walk, generation, end.error)
      return
    case 'terminated':
      generation.status = 'failed'
      return
    default:
      end satisfies never
  }
}

function finish(walk: ScopeWalk, step: FinishedStep, failed: boolean): void {
  insertFinishedStep(walk.scope, step)
  try {
    decideStep(walk.schedule, step, failed)
  } catch (error) {
    fail(walk, step.generation, toRunnelError(error))
  }
}

/** The first failure counts; what is in flight beside it is stopped. */
function fail(walk: ScopeWalk, generation: Generation, error: RunnelError): void {
  if (walk.scope.signal.aborted && !isFatal(error)) return
  walk.failure ??= { error, nodeId: generation.step.node.id }
  walk.stop.abort(error)
}

function endScope(walk: ScopeWalk): ScopeEnd {
  const { listed, waiting, failure, scope } = walk
  listed.sort((a, b) => compareGenerations(a.generation, b.generation))
  const executed = listed.flatMap((step) => step.executed)
  if (failure) return { status: 'failed', executed, ...failure }
  if (scope.signal.aborted) return { status: 'terminated', executed }
  if (waiting.length > 0) return { status: 'waiting', executed, waiting }
  return { status: 'finished', executed }
}

/** A queue between those that finish work and the one that waits for it. */
interface Mailbox<Message> {
  put(message: Message): void
  /** The oldest message; waits until there is one. One reader at a time. */
  take(): Promise<Message>
}

/** Makes an empty mailbox. */
function createMailbox<Message>(): Mailbox<Message> {
  const messages: Message[] = []
  let reader: ((message: Message) => void) | undefined
  return {
    put: (message) => {
      if (!reader) {
        messages.push(message)
        return
      }
      reader(message)
      reader = undefined
    },
    take: () => {
      if (messages.length === 0)
        return new Promise((resolve) => {
          reader = resolve
        })
      const [message] = messages.splice(0, 1) as [Message]
      return Promise.resolve(message)
    },
  }
}
