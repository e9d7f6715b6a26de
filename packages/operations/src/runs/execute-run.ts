import { errorMessage, isRunnelError, type LoggedEvent, type StepRecord } from '@runnel/contract'
import { type GivenPlace, storageAdvice, storageFault } from '@runnel/db'
import { type RunOutcome, type RunProgress, runFlow } from '@runnel/engine'
import type { OperationContext } from '../context.ts'
import type { OwnedRun, RunSignals } from '../owned-run.ts'
import { consentsOf } from '../speech/speech-settings.ts'
import { isPermanent } from '../storage-patience.ts'
import { STORE_STEP } from '../store-work/prepare-store-work.ts'
import { createEnginePorts } from './engine-ports.ts'
import { createJournalWriter, createRunLog, endRun, type JournalWriter, type RunLog } from './write-run.ts'

interface Writing {
  log: RunLog
  journal: JournalWriter
  records: StepRecord[]
  timer: NodeJS.Timeout | undefined
}

const isEndOfCall = ({ kind, status }: StepRecord) => kind !== 'step' && status !== 'started'

/** Hands everything unwritten to the journal. */
function flush(writing: Writing): Promise<void> {
  clearTimeout(writing.timer)
  writing.timer = undefined
  const records = writing.records
  writing.records = []
  return writing.journal.write(records, writing.log.take())
}

async function takeProgress(
  context: OperationContext,
  writing: Writing,
  progress: RunProgress,
): Promise<void> {
  const logged: LoggedEvent[] = writing.log.add(progress.events)
  writing.records.push(...progress.records)
  if (progress.durable) {
    await flush(writing)
    writing.log.show(logged)
    return
  }
  writing.log.show(logged)
  if (progress.records.some(isEndOfCall)) {
    // What was paid for is not left lying, whatever else is under way.
    void flush(writing).catch(() => {})
    return
  }
  writing.timer ??= setTimeout(
    () => void flush(writing).catch(() => {}),
    writing.log.dueIn(context.now()) ?? 0,
  )
}

/** Of what an abandoned run had not handed out, its finished calls: whoever goes on need not make them again. */
function keepFinishedCalls(writing: Writing, records: StepRecord[]): void {
  writing.records.push(...records.filter(({ kind, status }) => kind !== 'step' && status === 'finished'))
}

/** Writes what an abandoned run still has; refused where another process has the run already. */
async function settleAbandoned(writing: Writing): Promise<void> {
  await flush(writing).catch(() => undefined)
}

/** The flow's settings say who writes down what is spoken, and where its key goes: they are no part of its version. */
function consentsOfSpeech({ catalogue }: OperationContext, { input: { spoken } }: OwnedRun): string[] {
  return spoken ? consentsOf(spoken.by, catalogue.find) : []
}

/**
 * The chat whose callers gave what the run takes in: documents of a question, or values of the flow that they may set. What
 * somebody fills a store with stays for all.
 */
function givenIn({ namespace, version, input }: OwnedRun): GivenPlace | undefined {
  const { flowId, chatId, onlyForChat, overrides } = input
  if (onlyForChat !== undefined) return { flowId, chatId: onlyForChat, namespace }
  const isGiven = version.ingests === undefined && Object.keys(overrides).length > 0
  return isGiven ? { flowId, chatId, namespace } : undefined
}

/**
 * Aborts with the first of a run's two ends. Both live no longer than the run, so that nobody need take the listeners
 * off; `AbortSignal.any` costs several times as much, and its weak references cost the collector more.
 */
function eitherOf({ stop, abandon }: RunSignals): AbortSignal {
  const either = new AbortController()
  for (const end of [stop, abandon]) {
    if (end.aborted) either.abort(end.reason)
    else end.addEventListener('abort', () => either.abort(end.reason), { once: true })
  }
  return either.signal
}

/** Walks the engine to its end; undefined when the run was abandoned on the way. */
async function drive(
  context: OperationContext,
  writing: Writing,
  options: { run: OwnedRun; signals: RunSignals },
): Promise<RunOutcome | undefined> {
  const { run, signals } = options
  const ports = createEnginePorts(context, {
    workspaceId: run.workspaceId,
    flowId: run.input.flowId,
    runId: run.runId,
    conversation: { chatId: run.input.chatId, sessionId: run.input.sessionId, namespace: run.namespace },
    consentedHosts: [...run.version.consentedHosts, ...consentsOfSpeech(context, run)],
    given: givenIn(run),
    ofStore: run.version.id === STORE_STEP ? run.input.flowId : undefined,
    goesOn: run.journal.length > 0,
    innerPasts: run.innerPasts,
    lease: signals.lease,
  })
  const generator = runFlow({
    runId: run.runId,
    fence: run.fence,
    idleMs: run.idleMs,
    plan: run.version.plan,
    input: run.input,
    journal: run.journal,
    answers: run.answers,
    settledFence: run.settledFence,
    ports,
    signal: eitherOf(signals),
    budgets: context.settings.runBudgets,
  })
  try {
    for (;;) {
      const next = await generator.next()
      if (signals.abandon.aborted) {
        keepFinishedCalls(writing, next.value.records)
        return undefined
      }
      if (next.done) return next.value
      await takeProgress(context, writing, next.value)
    }
  } finally {
    await generator.return(undefined as never)
    // Nobody waits for a server that is slow to say goodbye.
    void ports.close()
  }
}

/** What was said in place of a question is the question from now on: of the message, and of the answer. */
function withHeard(run: OwnedRun, { heard }: RunOutcome): OwnedRun {
  return heard === undefined ? run : { ...run, input: { ...run.input, question: heard } }
}

/** True when another process owns the run now, or it was deleted: what this one still had is not wanted any more. */
const isLeaseLost = (error: unknown): boolean => isRunnelError(error) && error.code === 'conflict'

/** The outcome of a run whose engine threw: a fault of ours, told as such. */
function faultOutcome(error: unknown): RunOutcome {
  const told = storageFault(error)?.message ?? errorMessage(error)
  const message = `The run stopped by a fault: ${told}`
  return {
    status: 'error',
    text: ' ',
    executed: [],
    state: {},
    history: [],
    usedTools: [],
    sourceDocuments: [],
    artifacts: [],
    fileAnnotations: [],
    waiting: [],
    usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
    error: { code: 'internal', message },
    records: [],
    events: [
      { type: 'run-end', status: 'error', text: ' ', error: { code: 'internal', message }, result: {} },
    ],
  }
}

/**
 * Writes the end of a run after all that came before. What the database never takes would come back with each next
 * owner: the run is then ended as failed, without it.
 */
async function writeEnd(
  context: OperationContext,
  { run, writing, outcome }: { run: OwnedRun; writing: Writing; outcome: RunOutcome },
): Promise<boolean> {
  const { log, journal } = writing
  try {
    await journal.settled()
    return await endRun(context, run, { outcome, log, unwritten: writing.records })
  } catch (error) {
    // Readers need not wait for their next look: the run was deleted, or the end stands although its answer was lost.
    if (isLeaseLost(error)) {
      context.bus.publish(run.runId, { wake: true })
      return false
    }
    const outcome = faultOutcome(error)
    if (!isPermanent(error)) return tellReaders(log, { outcome, error })
    const advice = storageAdvice(error) ?? 'A run could not be stored and is ended as failed'
    context.log.error({ err: error, runId: run.runId }, advice)
    return endRun(context, run, { outcome, log, unwritten: [] }).catch((last: unknown) =>
      tellReaders(log, { outcome, error: last }),
    )
  }
}

/** Not even the end can be written: those who read now are told, and need not wait for a next owner. */
function tellReaders(log: RunLog, { outcome, error }: { outcome: RunOutcome; error: unknown }): never {
  log.show(log.add(outcome.events))
  throw error
}

/**
 * Runs an owned run to its end or its next wait: appends what the engine yields to journal and log, and writes the
 * outcome with its messages in one transaction. Whatever happens, a last event is written, so that no reader waits
 * for ever — unless the lease was lost or the run abandoned: then its next owner writes it. True when the run is to go
 * on at once.
 */
export async function executeRun(
  context: OperationContext,
  run: OwnedRun,
  signals: RunSignals,
): Promise<boolean> {
  const writing: Writing = {
    log: createRunLog({ runId: run.runId, fence: run.fence, bus: context.bus, now: context.now }),
    journal: createJournalWriter(context, run),
    records: [],
    timer: undefined,
  }
  let outcome: RunOutcome | undefined
  try {
    outcome = await drive(context, writing, { run, signals })
  } catch (error) {
    if (signals.abandon.aborted || isLeaseLost(error)) {
      clearTimeout(writing.timer)
      return false
    }
    context.log.error({ err: error, runId: run.runId }, 'A run stopped by a fault')
    outcome = faultOutcome(error)
  }
  clearTimeout(writing.timer)
  if (outcome) return writeEnd(context, { run: withHeard(run, outcome), writing, outcome })
  await settleAbandoned(writing)
  return false
}
