import type { OverdueWait } from '@runnel/db'
import type { ServingContext } from '../context.ts'
import { handOver } from '../runs/hand-over.ts'
import { believedTime } from './believed-time.ts'

/** Questions that are looked for at once. */
const MOST_AT_ONCE = 100

/**
 * Answers questions to people whose deadline has passed with the outcome chosen for them, each exactly once, and lets
 * their runs go on. Without a chosen outcome nobody has agreed: the question counts as rejected. One that cannot be
 * answered holds up none behind it, and is tried again at the next look. Gives how many were answered.
 */
export async function answerOverdueWaits(context: ServingContext): Promise<number> {
  const until = believedTime(context)
  const failed: { waitId: string; error: unknown }[] = []
  let answered = 0
  let after: OverdueWait | undefined
  do {
    const overdue = await context.db.system.runs.overdueWaits(until, MOST_AT_ONCE, after)
    for (const { workspaceId, waitId } of overdue) {
      const isAnswered = await answerOverdue(context, workspaceId, waitId).catch((error: unknown) => {
        failed.push({ waitId, error })
        return false
      })
      if (isAnswered) answered += 1
    }
    after = overdue.length < MOST_AT_ONCE ? undefined : overdue.at(-1)
  } while (after !== undefined)
  const [first] = failed
  if (first)
    context.log.warn(
      { err: first.error, waitId: first.waitId, questions: failed.length },
      'Overdue questions could not be answered; trying again',
    )
  return answered
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
