import {
  ERROR_CHOICES,
  findValueReadAs,
  type JsonValue,
  type ParamMeaning,
  RunnelError,
} from '@runnel/contract'
import { branchesOf, type PlanStep } from '@runnel/graph'
import type { StepOutput } from '@runnel/node-kit'
import { isRefusal } from '../calls/ask-person.ts'
import { makeCall } from '../calls/make-call.ts'
import { listInside } from '../journal/read-journal-scope.ts'
import { isFatal, toRunnelError } from '../run-error.ts'
import { linkSignal, untilAborted } from '../run-session.ts'
import { labelOf } from '../schedule/schedule-state.ts'
import { type CallFrame, nextPath, openFrame, type StepRun } from './step-run.ts'

const LONGEST_DELAY_MS = 60_000
const MOST_RETRIES = 10
const USUAL_DELAY_SECONDS = 1
const LONGEST_SECONDS = 86_400

type RunNode = (frame: CallFrame) => Promise<StepOutput>

/**
 * Runs the code of a step as often as its author allows it to fail, each try within its time, and goes on with the
 * author's text where that is wanted. Each try is a call with a place of its own in the journal: one that failed is not
 * made again after a death of the process, and calls of an earlier try are never taken for those of a later one.
 */
export async function tryStep(stepRun: StepRun, runNode: RunNode): Promise<StepOutput> {
  const policy = getErrorPolicy(stepRun.step)
  const { path, clock, signal, step } = stepRun
  const { effects } = step.definition
  const frame: CallFrame = { stepRun, path, clock, effects, signal, counts: new Map() }
  const isPlain = policy.retries === 0 && policy.limitMs === undefined
  try {
    return await (isPlain ? runNode(frame) : repeatTries(frame, policy, runNode))
  } catch (error) {
    if (policy.fallback === undefined || endsRun(stepRun, error)) throw error
    return goOn(stepRun, policy.fallback, error)
  }
}

/** Whether an error is none of the step's own. */
function endsRun({ scope, fatal }: StepRun, error: unknown): boolean {
  return scope.signal.aborted || fatal !== undefined || isFatal(error)
}

/** A step that decides has decided nothing then: no branch holds, so that the last one is taken. */
function goOn(stepRun: StepRun, fallback: string, thrown: unknown): StepOutput {
  const { speaker, step } = stepRun
  const { code, message } = toRunnelError(thrown)
  speaker.drop()
  speaker.say(fallback)
  stepRun.childEntries = listInside(stepRun)
  const conditions = branchesOf(step.node, step.definition).map(() => ({ isFulfilled: false }))
  return {
    output: { content: fallback, error: { code, message } },
    ...(conditions.length > 0 && { conditions }),
  }
}

async function repeatTries(frame: CallFrame, policy: ErrorPolicy, runNode: RunNode): Promise<StepOutput> {
  const { stepRun } = frame
  const { journal, ports } = stepRun.scope.session
  for (let tries = 0; ; tries += 1) {
    const mark = stepRun.speaker.mark()
    const path = nextPath(frame, 'y')
    try {
      return await makeTry(frame, { path, limitMs: policy.limitMs, runNode })
    } catch (error) {
      const mayRepeat = tries < policy.retries && !endsRun(stepRun, error) && !wasRefused(stepRun)
      // What readers have seen cannot be taken back.
      if (!mayRepeat || !stepRun.speaker.rewind(mark)) throw error
    }
    const wasMade = journal.findLatest(`${frame.path}/y${tries + 1}`) !== undefined
    const delay = Math.min(policy.delayMs * 2 ** tries, LONGEST_DELAY_MS)
    if (!wasMade) await ports.sleep(delay, stepRun.scope.signal)
  }
}

/** Whether a person chose that an interrupted call of the step is not made again: no further try makes it either. */
function wasRefused({ path, scope }: StepRun): boolean {
  return scope.session.journal
    .listLatest()
    .some((record) => record.path.startsWith(`${path}/`) && isRefusal(record))
}

interface Try {
  path: string
  limitMs: number | undefined
  runNode: RunNode
}

/** What the step gives is kept by its own record, so that of a try only tells that it ended. */
async function makeTry(frame: CallFrame, { path, limitMs, runNode }: Try): Promise<StepOutput> {
  const { stepRun } = frame
  const { effects } = stepRun.step.definition
  let output: StepOutput | undefined
  const { startedAt } = await makeCall(frame, {
    path,
    kind: 'try',
    what: `"${labelOf(stepRun.step)}"`,
    request: null,
    effects: 'none',
    innerEffects: effects,
    make: async (inner) => {
      output = await withinLimit(inner, limitMs, runNode)
      return null
    },
  })
  return output ?? runNode(enter(openFrame(frame, { path, clock: startedAt, effects })))
}

/** From here on the calls of this frame are the step's own. */
function enter(frame: CallFrame): CallFrame {
  frame.stepRun.ownPath = frame.path
  frame.stepRun.signal = frame.signal
  return frame
}

/** Runs the code until its time is over; then whatever it has under way is stopped. */
async function withinLimit(
  frame: CallFrame,
  limitMs: number | undefined,
  runNode: RunNode,
): Promise<StepOutput> {
  if (limitMs === undefined) return runNode(enter(frame))
  const { stepRun } = frame
  const limit = linkSignal(frame.signal)
  const clock = linkSignal(frame.signal)
  const stop = () => limit.abort(createLateError(stepRun, limitMs))
  void stepRun.scope.session.ports.sleep(limitMs, clock.signal).then(stop, () => undefined)
  // A person may take days, and what goes on beside may take longer than the limit.
  void stepRun.calls.quiet.then(() => clock.abort(undefined))
  try {
    return await untilAborted(runNode(enter({ ...frame, signal: limit.signal })), limit.signal)
  } finally {
    clock.abort(undefined)
    clock.unlink()
    limit.unlink()
    // Stopped items end at once, whatever their code does, and are in the journal then.
    await stepRun.itemsEnded
    stepRun.signal = stepRun.scope.signal
  }
}

function createLateError({ step }: StepRun, limitMs: number): RunnelError {
  return new RunnelError(
    'timeout',
    `"${labelOf(step)}" took longer than the ${limitMs / 1_000} seconds that it may take. ` +
      'Raise its time limit or make what it does quicker.',
  )
}

/** What the author of a step wants when it fails. */
interface ErrorPolicy {
  /** Tries after the first. */
  retries: number
  /** Before the second try; doubles with each further one. */
  delayMs: number
  /** How long a try may take; undefined: as long as the run. */
  limitMs: number | undefined
  /** The text with which the run goes on; undefined: the step fails. */
  fallback: string | undefined
}

/** Read once for each step of a plan, which many runs share. */
const known = new WeakMap<PlanStep, ErrorPolicy>()

function getErrorPolicy(step: PlanStep): ErrorPolicy {
  const policy = known.get(step) ?? readErrorPolicy(step)
  known.set(step, policy)
  return policy
}

/** Reads it from the values of a step; one without such params fails at its first error. */
function readErrorPolicy({ node, definition }: PlanStep): ErrorPolicy {
  const read = (meaning: ParamMeaning) => findValueReadAs(node.values, definition, meaning)
  const goesOn = read('onError') === ERROR_CHOICES.goOn
  const limit = toNumber(read('timeLimit'), LONGEST_SECONDS)
  return {
    retries: Math.floor(toNumber(read('retries'), MOST_RETRIES) ?? 0),
    delayMs: (toNumber(read('retryDelay'), LONGEST_SECONDS) ?? USUAL_DELAY_SECONDS) * 1_000,
    limitMs: limit ? limit * 1_000 : undefined,
    fallback: goesOn ? toText(read('fallback')) : undefined,
  }
}

/** A number that is not negative, from a form or from text; undefined for anything else. */
function toNumber(value: JsonValue | undefined, most: number): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= 0 ? Math.min(number, most) : undefined
}

const toText = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
