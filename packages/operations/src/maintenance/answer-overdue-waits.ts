import { isJsonObject, type JsonObject, type StepRecord } from '@runnel/contract'
import type { ServingContext } from '../context.ts'
import { handOver } from '../runs/hand-over.ts'

/** Runs that are answered at one time at most. */
const MOST_AT_ONCE = 100

/** A question whose time is over, and the answer that its author chose for that case. */
interface OverdueQuestion {
  path: string
  attempt: number
  deadlineAt: number
  outcome: 'proceed' | 'reject'
}

/**
 * Answers questions to people whose deadline has passed with the outcome chosen for them, exactly once, and lets
 * their runs go on. Of a run with several the one that was due first; the others follow. Gives how many.
 */
export async function answerOverdueWaits(context: ServingContext): Promise<number> {
  const { system } = context.db
  let answered = 0
  for (const runId of await system.runs.overdueWaits(context.now(), MOST_AT_ONCE)) {
    const isAnswered = await answerRun(context, runId).catch((error: unknown) => {
      context.log.warn({ err: error, runId }, 'An overdue question could not be answered; trying again')
      return false
    })
    if (isAnswered) answered += 1
  }
  return answered
}

async function answerRun(context: ServingContext, runId: string): Promise<boolean> {
  const workspaceId = await context.db.system.routes.findWorkspaceOfRun(runId)
  if (workspaceId === undefined) return false
  const reader = context.db.read(workspaceId)
  const { waitId, fence } = await reader.runs.get(runId)
  const now = context.now()
  const question = findOverdue(await reader.runs.journal(runId), now)
  if (waitId === null || !question) return false
  const { outcome: type, path, attempt } = question
  const humanInput: JsonObject = { type, path, attempt, fence }
  const isFirst = await context.db.write(workspaceId, async (writer) => {
    const answered = await writer.runs.answerWait({ runId, waitId, humanInput, now })
    if (answered) await writer.runs.clearMessageAction(runId)
    return answered
  })
  if (!isFirst) return false
  await handOver(context, runId)
  return true
}

/** The open question that was due first; one with a later attempt is answered already. */
function findOverdue(journal: StepRecord[], now: number): OverdueQuestion | undefined {
  const latest = Map.groupBy(journal, ({ path }) => path).values()
  return [...latest]
    .flatMap((attempts) => readQuestion(attempts.reduce((a, b) => (b.attempt > a.attempt ? b : a))) ?? [])
    .filter(({ deadlineAt }) => deadlineAt <= now)
    .toSorted((a, b) => a.deadlineAt - b.deadlineAt)[0]
}

/** Without a chosen outcome nobody has agreed: the question counts as rejected. */
function readQuestion({ path, attempt, status, output }: StepRecord): OverdueQuestion | undefined {
  const wait = status === 'waiting' && isJsonObject(output) ? output.wait : undefined
  if (!isJsonObject(wait) || typeof wait.deadlineAt !== 'number') return undefined
  const outcome = wait.outcomeAtDeadline === 'proceed' ? 'proceed' : 'reject'
  return { path, attempt, deadlineAt: wait.deadlineAt, outcome }
}
