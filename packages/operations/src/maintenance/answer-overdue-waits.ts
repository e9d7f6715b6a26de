import type { ServingContext } from '../context.ts'
import { handOver } from '../runs/hand-over.ts'

/** Questions that are looked for at once. */
const MOST_AT_ONCE = 100

/**
 * Answers questions to people whose deadline has passed with the outcome chosen for them, each exactly once, and lets
 * their runs go on. Without a chosen outcome nobody has agreed: the question counts as rejected. Gives how many.
 */
export async function answerOverdueWaits(context: ServingContext): Promise<number> {
  let all = 0
  for (;;) {
    const { found, answered } = await answerSome(context)
    all += answered
    // Those that cannot be answered now are found again: the next tick has them, and not this one for ever.
    if (found < MOST_AT_ONCE || answered === 0) return all
  }
}

async function answerSome(context: ServingContext): Promise<{ found: number; answered: number }> {
  let answered = 0
  const overdue = await context.db.system.runs.overdueWaits(context.now(), MOST_AT_ONCE)
  for (const { workspaceId, waitId } of overdue) {
    const isAnswered = await answerOverdue(context, workspaceId, waitId).catch((error: unknown) => {
      context.log.warn({ err: error, waitId }, 'An overdue question could not be answered; trying again')
      return false
    })
    if (isAnswered) answered += 1
  }
  return { found: overdue.length, answered }
}

async function answerOverdue(context: ServingContext, workspaceId: string, id: string): Promise<boolean> {
  const wait = await context.db.read(workspaceId).waits.find(id)
  const answer = { type: wait?.outcomeAtDeadline === 'proceed' ? 'proceed' : 'reject' }
  const now = context.now()
  const taken = await context.db.write(workspaceId, async (writer) => {
    const first = await writer.waits.answer({ id, answer, isExpiry: true, now })
    if (first) await writer.runs.clearMessageAction(first.runId)
    return first
  })
  if (taken?.isQueued) await handOver(context, taken.runId)
  return taken !== undefined
}
