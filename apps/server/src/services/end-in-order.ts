import { setTimeout as wait } from 'node:timers/promises'
import type { ServingContext } from '@runnel/operations'
import type { Scheduler } from './scheduler.ts'
import type { WebService } from './web.ts'

/** How long those whose runs were handed over have to hear of it, in milliseconds. */
const LAST_WORDS_MS = 1_000

/** How long mails that are under way have at least, in milliseconds. */
const MAILS_MS = 3_000

/** What serves in a process. */
export interface Serving {
  context: ServingContext
  web: WebService | undefined
  scheduler: Scheduler | undefined
}

/**
 * Ends the services of a process in order: nothing new is taken; runs go on, and their callers are answered, for so many
 * milliseconds; then runs are handed over and callers told, mails that are under way are sent, and all connections are closed.
 */
export async function endInOrder({ context, web, scheduler }: Serving, drainMs: number): Promise<void> {
  const deadline = performance.now() + drainMs
  scheduler?.stop()
  const worked = context.worker.close(drainMs)
  await web?.stopListening()
  await worked
  await within(web?.idle(), deadline - performance.now())
  context.runWatch.close()
  await within(web?.idle(), LAST_WORDS_MS)
  await within(endMails(context), Math.max(deadline - performance.now(), MAILS_MS))
  await web?.close()
}

/** What was asked for is promised first, and then no more is sent than was begun: the rest waits for the next start. */
async function endMails({ background, outbox }: ServingContext): Promise<void> {
  await background.end()
  await outbox.end()
}

async function within(work: Promise<void> | undefined, milliseconds: number): Promise<void> {
  const over = new AbortController()
  const late = wait(Math.max(0, milliseconds), undefined, { signal: over.signal }).catch(() => undefined)
  await Promise.race([work, late])
  over.abort()
}
