import type { ExecutedNode, JsonObject, JsonValue, RunInput } from '@runnel/contract'
import type { StepOutput } from '@runnel/node-kit'
import { isSameJson } from '../journal/canonical-json.ts'
import { directlyBefore, findAncestors } from '../schedule/find-ancestors.ts'
import { compareGenerations, type Generation } from '../schedule/schedule-state.ts'
import type { FinishedStep, Scope, Sight, StatePatch } from '../scope.ts'

const NO_LOOPS: ReadonlyMap<string, number> = new Map()

/** What the first steps of a scope see; inside an iteration also what the container saw. */
export function createSight(state: JsonObject, around?: Sight): Sight {
  return {
    last: undefined,
    before: undefined,
    around,
    state,
    history: around?.history ?? [],
    forgetsHistory: around?.forgetsHistory ?? false,
    loopCounts: NO_LOOPS,
    latestLoop: undefined,
    calledOut: false,
  }
}

/** What can be seen with one more step, which comes after all others in step order. */
function extendSight(sight: Sight, step: FinishedStep): Sight {
  const { output, generation } = step
  const { id } = generation.step.node
  const added = output.history ?? []
  const counts = sight.loopCounts
  return {
    last: step,
    before: sight,
    around: sight.around,
    state: step.patch ? mergeState(sight.state, [step]) : sight.state,
    history: added.length === 0 ? sight.history : [...sight.history, ...added],
    forgetsHistory: sight.forgetsHistory || output.forgetsHistory === true,
    loopCounts: output.loop ? new Map(counts).set(id, (counts.get(id) ?? 0) + 1) : counts,
    latestLoop: output.loop ? id : sight.latestLoop,
    calledOut: sight.calledOut || generation.calledOut === true,
  }
}

/** The output of the latest run of a node, also of one around the iteration; undefined when it has not run. */
export function findOutput(sight: Sight, nodeId: string): JsonObject | undefined {
  for (let seen: Sight | undefined = sight; seen?.last; seen = seen.before) {
    if (seen.last.generation.step.node.id === nodeId) return seen.last.output.output
  }
  return sight.around && findOutput(sight.around, nodeId)
}

/** True when a step is among those that can be seen. */
function sees(sight: Sight, step: FinishedStep): boolean {
  for (let seen: Sight | undefined = sight; seen?.last; seen = seen.before) {
    if (seen.last === step) return true
  }
  return false
}

/** Entries of the steps that can be seen, in step order, with those of their children. */
export function listExecuted(sight: Sight): ExecutedNode[] {
  const steps: FinishedStep[] = []
  for (let seen: Sight | undefined = sight; seen?.last; seen = seen.before) steps.push(seen.last)
  return steps.reverse().flatMap((step) => step.executed)
}

/** A scope as far as what its steps see is concerned. */
type SightScope = Pick<Scope, 'start' | 'finished' | 'ends'> & { input: Pick<Scope['input'], 'concurrency'> }

/**
 * What a step sees. One at a time it sees all that come before it in step order, as in the reference; in parallel
 * only its ancestors, so that it never matters what finishes first.
 */
export function findSight(scope: SightScope, generation: Generation): Sight {
  return scope.input.concurrency === 1 ? findInOrder(scope, generation) : findAbove(scope, generation)
}

function findInOrder({ start, finished }: SightScope, generation: Generation): Sight {
  let count = finished.length
  while (count > 0 && isBefore(generation, finished[count - 1])) count -= 1
  let known = count
  while (known > 0 && !finished[known - 1]?.after) known -= 1
  let sight = finished[known - 1]?.after ?? start
  for (const step of finished.slice(known, count)) {
    sight = extendSight(sight, step)
    step.after = sight
  }
  return sight
}

function isBefore(generation: Generation, other: FinishedStep | undefined): boolean {
  return other !== undefined && compareGenerations(generation, other.generation) < 0
}

/** Mostly the latest of the steps directly before has seen all others; else all ancestors are put in order. */
function findAbove(scope: SightScope, generation: Generation): Sight {
  const sources = listSources(scope, generation)
  const [first] = sources
  if (!first) return scope.start
  const last = sources.reduce((a, b) => (compareGenerations(a.generation, b.generation) < 0 ? b : a), first)
  last.after ??= extendSight(last.seen, last)
  const { after } = last
  if (sources.every((source) => sees(after, source))) return after
  const ancestors = findAncestors(generation)
  return scope.finished.filter((step) => ancestors.has(step.generation)).reduce(extendSight, scope.start)
}

/** The finished steps directly before a step; a branch that died is looked through. */
function listSources({ ends }: SightScope, generation: Generation): FinishedStep[] {
  const found = new Set<FinishedStep>()
  const seen = new Set<Generation>()
  const open = directlyBefore(generation)
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const end = ends.get(next)
    if (end) found.add(end)
    else open.push(...directlyBefore(next))
  }
  return [...found]
}

/** Puts a finished step in its place in step order. Those behind it may now see more. */
export function insertFinishedStep(
  { finished, ends }: Pick<Scope, 'finished' | 'ends'>,
  step: FinishedStep,
): void {
  let index = finished.length
  for (; index > 0; index -= 1) {
    const before = finished[index - 1]
    if (before && compareGenerations(before.generation, step.generation) <= 0) break
  }
  ends.set(step.generation, step)
  finished.splice(index, 0, step)
  for (index += 1; index < finished.length; index += 1) delete finished[index]?.after
}

/** The state that results from a base and the patches of steps, in step order: the later writer of a key wins. */
export function mergeState(base: JsonObject, steps: Pick<FinishedStep, 'patch'>[]): JsonObject {
  const patches = steps.flatMap(({ patch }) => patch ?? [])
  if (patches.length === 0) return base
  const state = new Map(Object.entries(base))
  for (const { set, removed } of patches) {
    for (const [key, value] of Object.entries(set)) state.set(key, value)
    for (const key of removed) state.delete(key)
  }
  return Object.fromEntries(state)
}

/** What a step changed: the keys that it names, and all that differs from before; undefined when nothing did. */
export function diffState(
  before: JsonObject,
  { state: after, writtenKeys = [] }: StepOutput,
): StatePatch | undefined {
  if (!after || (before === after && writtenKeys.length === 0)) return undefined
  const changed = Object.entries(after).filter(
    ([key, value]) =>
      writtenKeys.includes(key) || !Object.hasOwn(before, key) || !isSameJson(before[key], value),
  )
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
  return changed.length + removed.length === 0 ? undefined : { set: Object.fromEntries(changed), removed }
}

/** A loop of N jumps back N−1 times: the N-th run goes on with the fallback text. */
export function findJumpTarget(sight: Sight, nodeId: string, output: StepOutput): string | undefined {
  if (!output.loop) return undefined
  const count = (sight.loopCounts.get(nodeId) ?? 0) + 1
  return count < output.loop.maxCount ? output.loop.target : undefined
}

/** The text of a step's output; undefined when it has none. */
export function readContent(output: JsonObject | undefined): JsonValue | undefined {
  return output && Object.hasOwn(output, 'content') ? output.content : undefined
}

/**
 * What a step sees of the run's input: of its files those that models are given. Documents stand in the text that it
 * answers (`readInputText`), or are found by searches.
 */
export function presentRun(input: RunInput, { forgetsHistory }: Pick<Sight, 'forgetsHistory'>): RunInput {
  if (!forgetsHistory && input.files === undefined) return input
  const { files, ...rest } = input
  const seen = files?.filter(({ use }) => use === undefined)
  return {
    ...rest,
    ...(seen !== undefined && seen.length > 0 && { files: seen }),
    ...(forgetsHistory && { pastHistory: [] }),
  }
}

/** The text that a step answers: what is asked (`readAskedText`), behind the documents that were given with it. */
export function readInputText(input: RunInput, sight: Sight): string {
  const { documents = '' } = input
  if (documents !== '' && isQuestionless(input)) return documents
  return `${documents}${readAskedText(input, sight)}`
}

const isQuestionless = ({ question = '', form = {} }: RunInput): boolean =>
  question === '' && Object.keys(form).length === 0

/** What is asked: the question, else the form as lines, else what the step before gave. */
export function readAskedText(input: RunInput, sight: Sight): string {
  if (input.question !== undefined && input.question !== '') return input.question
  if (input.form && Object.keys(input.form).length > 0) return formatForm(input.form)
  const content = readContent(sight.last?.output.output)
  return content === undefined ? (input.question ?? '') : asText(content)
}

/** A form as the reference writes it: one `key: value` per line. */
function formatForm(form: JsonObject): string {
  return Object.entries(form)
    .map(([key, value]) => `${key}: ${asText(value)}`)
    .join('\n')
}

/** A value as text: strings as they are, all else as JSON. */
export function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
