import type { RunFlowOptions, RunOutcome, RunProgress } from './engine-ports.ts'
import { hearQuestion } from './hear-question.ts'
import { buildOutcome } from './outcome.ts'
import { runScope } from './run-scope.ts'
import { openRunSession, type RunSession, SESSION_CLOSED } from './run-session.ts'
import type { Scope, ScopeEnd } from './scope.ts'
import { createSight } from './step/sight.ts'

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
