import {
  type HistoryMessage,
  type JsonObject,
  providedBy,
  type RunEvent,
  type UsedTool,
} from '@runnel/contract'
import type { PlanInput, RunPlan } from '@runnel/graph'
import type { RunFlowOptions, RunOutcome, RunProgress } from './engine-ports.ts'
import { hearQuestion } from './hear-question.ts'
import { plainJson } from './journal/canonical-json.ts'
import { runScope } from './run-scope.ts'
import { openRunSession, type RunSession, SESSION_CLOSED } from './run-session.ts'
import type { FinishedStep, Scope, ScopeEnd } from './scope.ts'
import { readScopeAnswer } from './step/read-answer.ts'
import { createSight, mergeState } from './step/sight.ts'

/**
 * Runs a plan, or goes on with one that was interrupted or waits: with a journal, finished steps and calls are
 * taken from it. Yields what happens; a piece with `durable` must be committed before the next one is asked for.
 * Returns how the run ended; never throws for what a flow does. Ending the generator early stops everything in
 * flight, and the run can go on from what was committed.
 */
export async function* runFlow(options: RunFlowOptions): AsyncGenerator<RunProgress, RunOutcome> {
  const session = openRunSession(options)
  let work: Promise<Walked> | undefined
  try {
    if (session.journal.isEmpty) emitRunStart(session)
    work = walk(createTopScope(session)).finally(() => session.sink.close())
    for (let piece = await session.sink.next(); piece; piece = await session.sink.next()) {
      yield piece
      session.sink.confirm(piece)
    }
    const { scope, end, heard } = await work
    const outcome = buildOutcome(scope, end)
    return heard === undefined ? outcome : { ...outcome, heard }
  } finally {
    session.stop(SESSION_CLOSED)
    work?.catch(() => undefined)
  }
}

interface Walked {
  scope: Scope
  end: ScopeEnd
  heard?: string
}

/** Walks through the plan; a question that was spoken is written down before. */
async function walk(scope: Scope): Promise<Walked> {
  const { spoken } = scope.input
  if (!spoken) return { scope, end: await runScope(scope) }
  const heard = await hearQuestion(scope, spoken)
  if ('end' in heard) return { scope, end: heard.end }
  return { scope: heard.scope, end: await runScope(heard.scope), heard: heard.text }
}

function emitRunStart({ options, sink }: RunSession): void {
  const { flowId, flowType, chatId, sessionId, messageId } = options.input
  sink.emit({ type: 'run-start', runId: options.runId, flowId, flowType, chatId, sessionId, messageId })
}

function createTopScope(session: RunSession): Scope {
  const { plan, input } = session.options
  return {
    session,
    walk: runScope,
    plan,
    prefix: '',
    input,
    start: createSight(input.initialState ?? {}),
    containers: [],
    followsNewCall: false,
    flowIds: [input.flowId],
    show: input.streaming ? session.sink.emit : undefined,
    listsExecuted: plan.flowType === 'agent',
    signal: session.signal,
    finished: [],
    ends: new Map(),
  }
}

/** Sums a run up, with everything that was not handed out yet and the event that ends the log. */
function buildOutcome(scope: Scope, end: ScopeEnd): RunOutcome {
  const { session, finished } = scope
  const { content, json, ...made } = readScopeAnswer(scope)
  const memoryType = findMemoryLabel(scope.plan)
  const outcome: RunOutcome = {
    ...describeEnd(scope, end),
    text: content,
    ...(json !== undefined && { json }),
    executed: end.executed,
    state: mergeState(scope.start.state, finished),
    ...tellVariables(finished, mergeState(scope.start.state, finished)),
    history: joinHistory([], finished),
    ...made,
    usage: session.budget.usage,
    ...(memoryType !== undefined && { memoryType }),
    records: [],
    events: [],
  }
  session.sink.emit(createLastEvent(outcome))
  return { ...outcome, ...session.sink.rest() }
}

/** The values of the state that steps show to callers, as they are at the end. */
function tellVariables(
  finished: readonly FinishedStep[],
  state: JsonObject,
): Pick<RunOutcome, 'flowVariables'> {
  const keys = new Set(finished.flatMap(({ output }) => output.shownKeys ?? []))
  if (keys.size === 0) return {}
  return { flowVariables: Object.fromEntries([...keys].map((key) => [key, state[key] ?? null])) }
}

function describeEnd(
  { session }: Scope,
  end: ScopeEnd,
): Pick<RunOutcome, 'status' | 'waiting' | 'action' | 'error'> {
  switch (end.status) {
    case 'finished':
      return { status: 'finished', waiting: [] }
    case 'waiting': {
      const waiting = end.waiting.toSorted((a, b) => a.askedAt - b.askedAt)
      const action = waiting.at(-1)?.action
      return { status: 'waiting', waiting, ...(action && { action }) }
    }
    case 'failed': {
      const { code, message } = end.error
      return { status: 'error', waiting: [], error: { code, message, nodeId: end.nodeId } }
    }
    case 'terminated': {
      const { code, message } = session.stopReason()
      const status = code === 'run_aborted' ? 'terminated' : 'timeout'
      return { status, waiting: [], error: { code, message } }
    }
    default:
      return end satisfies never
  }
}

function createLastEvent(outcome: RunOutcome): RunEvent {
  const question = outcome.waiting.at(-1)
  if (outcome.status === 'waiting' && question) {
    const { path, nodeId, action } = question
    return { type: 'run-wait', path, nodeId, action, questions: outcome.waiting }
  }
  const { status, text, error } = outcome
  return { type: 'run-end', status, text, ...(error && { error }), result: describeResult(outcome) }
}

function describeResult(outcome: RunOutcome): JsonObject {
  const { json, usedTools, sourceDocuments, artifacts, fileAnnotations, usage, memoryType } = outcome
  return {
    ...(json !== undefined && { json }),
    ...(usedTools.length > 0 && { usedTools: usedTools.map(describeUse) }),
    ...(sourceDocuments.length > 0 && { sourceDocuments }),
    ...(artifacts.length > 0 && { artifacts }),
    ...(fileAnnotations.length > 0 && { fileAnnotations }),
    usage: plainJson(usage),
    ...(memoryType !== undefined && { memoryType }),
  }
}

function describeUse({ tool, toolInput, toolOutput, sourceDocuments, error }: UsedTool): JsonObject {
  return {
    tool,
    toolInput,
    toolOutput,
    ...(sourceDocuments !== undefined && { sourceDocuments }),
    ...(error !== undefined && { error }),
  }
}

/** Label of the memory that is wired to a chat flow's ending step. */
function findMemoryLabel({ flowType, steps }: RunPlan): string | undefined {
  if (flowType !== 'chat') return undefined
  for (const step of steps.values()) {
    const inputs = step.outgoing.length === 0 ? Object.values(step.anchors).flat() : []
    const memory = inputs.find(isMemory)
    if (memory?.kind === 'component') return memory.component.node.label
  }
  return undefined
}

function isMemory(input: PlanInput): boolean {
  if (input.kind !== 'component') return false
  const { definition, output } = input.component
  return providedBy(definition, output).includes('memory')
}

/** Messages that steps added to the run's history. */
function joinHistory(base: HistoryMessage[], steps: FinishedStep[]): HistoryMessage[] {
  return [...base, ...steps.flatMap((step) => step.output.history ?? [])]
}
