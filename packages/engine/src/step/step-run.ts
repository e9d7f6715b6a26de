import type {
  ExecutedNode,
  JsonObject,
  JsonValue,
  NodeEffects,
  Question,
  StepRecord,
  Usage,
} from '@runnel/contract'
import type { PlanStep } from '@runnel/graph'
import type { RunSession } from '../run-session.ts'
import { type Generation, pathOf } from '../schedule/schedule-state.ts'
import type { Scope, Sight } from '../scope.ts'
import type { Speaker } from '../streaming/speaker.ts'
import { findSight } from './sight.ts'

/** One run of one step in this process. A step that waited for a person runs anew, its earlier calls from the journal. */
export interface StepRun {
  scope: Scope
  generation: Generation
  step: PlanStep
  path: string
  /** Where its own calls hang: its path, or that of the try under way. */
  ownPath: string
  /** Ends what it has under way: with its scope, or with the time of a try. */
  signal: AbortSignal
  attempt: number
  /** When the first attempt started: the step's clock. */
  clock: number
  /** When this attempt started. */
  startedAt: number
  /** What it sees of finished steps. */
  sight: Sight
  stateBefore: JsonObject
  isLast: boolean
  speaker: Speaker
  /** True when an earlier owner may have begun this step, even where no record of it was kept. */
  mayHaveBegun: boolean
  /** True when an earlier attempt was interrupted, or its text was lost: readers drop its text, and it is shown again. */
  showsReplayedText: boolean
  calls: CallsInFlight
  /** What it asks people, in the order of asking. */
  questions: Question[]
  /** What it shows as its output while it waits. */
  shownWhileWaiting: JsonObject
  /** Settles when no item is under way any more; undefined before the first one. */
  itemsEnded: Promise<unknown> | undefined
  /** Entries of the nodes inside it. */
  childEntries: ExecutedNode[]
  /** What its tools and flows found and made, files of models among it: readers were told of it then. */
  told: Record<'sourceDocuments' | 'artifacts' | 'fileAnnotations', JsonValue[]>
  /** Tokens of its calls so far. */
  usage: Usage | undefined
  /** The first error that ends the whole run, whatever the node made of it. */
  fatal: unknown
}

/** What a scope starts a step with. */
export interface StepStart {
  scope: Scope
  generation: Generation
  speaker: Speaker
  isLast: boolean
}

/** A step that has ended runs only to say its text again. */
export function isToldAgain(latest: StepRecord | undefined): boolean {
  return latest?.status === 'finished'
}

/** Gathers what one run of a step knows before it begins. */
export function openStepRun({ scope, generation, speaker, isLast }: StepStart): StepRun {
  const { journal, ports } = scope.session
  const path = pathOf(scope, generation)
  const latest = journal.findLatest(path)
  const sight = findSight(scope, generation)
  const begun = mayHaveBegun(scope, sight)
  const startedAt = ports.now()
  return {
    scope,
    generation,
    step: generation.step,
    path,
    ownPath: path,
    signal: scope.signal,
    attempt: nextAttempt(scope.session, latest, begun),
    clock: journal.findFirst(path)?.startedAt ?? startedAt,
    startedAt,
    sight,
    stateBefore: sight.state,
    isLast,
    speaker,
    mayHaveBegun: begun,
    showsReplayedText: begun || latest?.status === 'started' || isToldAgain(latest),
    calls: createCallsInFlight(),
    questions: [],
    shownWhileWaiting: {},
    itemsEnded: undefined,
    childEntries: [],
    told: { sourceDocuments: [], artifacts: [], fileAnnotations: [] },
    usage: undefined,
    fatal: undefined,
  }
}

/**
 * The start of a call is committed with the finished calls before it; alone it is only written soon. So an owner
 * that died may have begun more than the journal tells, though nothing that comes after a call which the journal
 * does not hold. What comes after what is known of steps only: calls of one step may be made at once.
 */
export function mayHaveBegun(scope: Scope, sight: Sight): boolean {
  if (scope.session.firstAttempt === 1 || scope.followsNewCall) return false
  return !sight.calledOut
}

/** The number of the next attempt: above the last recorded one, and above those that may be lost. */
export function nextAttempt(
  session: Pick<RunSession, 'firstAttempt'>,
  latest: StepRecord | undefined,
  begun: boolean,
): number {
  const next = (latest?.attempt ?? 0) + 1
  return begun ? Math.max(next, session.firstAttempt) : next
}

/** Remembers that a call was made in this process: what comes after it is new. */
export function noteCall({ scope, generation }: StepRun): void {
  if (scope.session.firstAttempt === 1) return
  generation.calledOut = true
  for (const container of scope.containers) container.calledOut = true
}

/**
 * The calls that a step has under way. When a person must be asked, the others end first, so that what they did is in
 * the journal and is not done again; then the step is suspended with every question that it asks.
 */
interface CallsInFlight {
  /**
   * Makes a call. While a person is to be asked, one that is not part of a call under way is left to the step's next
   * run and never settles; so is every call once the step is suspended.
   */
  track<Reply>(path: string, call: () => Promise<Reply>): Promise<Reply>
  /** Notes that the call at this path waits for a person, and those around it with it. Never settles. */
  park(path: string): Promise<never>
  /** Resolves when something waits for a person and nothing else is under way. */
  quiet: Promise<void>
}

/** Whether a call is another one or was made inside it. */
function isWithin(path: string, call: string): boolean {
  return path === call || path.startsWith(`${call}/`)
}

/** Makes an empty list. */
export function createCallsInFlight(): CallsInFlight {
  const open = new Set<string>()
  const parked = new Set<string>()
  const { promise: quiet, resolve } = Promise.withResolvers<void>()
  let isAsking = false
  let isSuspended = false
  const look = () => {
    if (!isAsking || [...open].some((path) => !parked.has(path))) return
    isSuspended = true
    resolve()
  }
  return {
    quiet,
    async track(path, call) {
      const isInside = [...open].some((around) => isWithin(path, around))
      if (isSuspended || (isAsking && !isInside)) return new Promise(() => undefined)
      open.add(path)
      try {
        return await call()
      } finally {
        open.delete(path)
        look()
      }
    },
    park(path) {
      for (const around of open) if (isWithin(path, around)) parked.add(around)
      // What is begun in the same breath, as the next question of a list, still comes along.
      void Promise.resolve().then(() => {
        isAsking = true
        look()
      })
      return new Promise(() => undefined)
    },
  }
}

/** Where calls hang in the journal: a step, or a call inside which they are made. Each call has the next free place. */
export interface CallFrame {
  stepRun: StepRun
  path: string
  /** Ends the calls of this frame. */
  signal: AbortSignal
  /** Milliseconds since 1970, journaled. */
  clock: number
  /** What calls count as that do not tell themselves. */
  effects: NodeEffects
  /** How many calls of each kind were made, by the letter of their segments. */
  counts: Map<string, number>
}

/** A frame for calls inside a call. */
export function openFrame(outer: CallFrame, inner: Pick<CallFrame, 'path' | 'clock' | 'effects'>): CallFrame {
  return { stepRun: outer.stepRun, signal: outer.signal, counts: new Map(), ...inner }
}

/** The path of the next call with this letter. */
export function nextPath(frame: CallFrame, letter: string): string {
  const count = frame.counts.get(letter) ?? 0
  frame.counts.set(letter, count + 1)
  return `${frame.path}/${letter}${count}`
}

/** Whether calls of this frame are the step's own: only those speak for it. */
export function isStepFrame({ path, stepRun }: CallFrame): boolean {
  return path === stepRun.ownPath
}
