import type { ClaimedMail } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { elapsedSince, type Moment, readMoment } from '../moments.ts'
import type { Outbox } from '../outbox.ts'
import { AGAIN_AFTER_MS, deliverMail } from './deliver-mail.ts'

/** How long a mail is its sender's, in milliseconds: longer than the longest sending, by a margin. */
const LEASE_MS = 30_000
/** A mail that was claimed so long ago is begun no more: the sending would outlast the claim. */
const LATEST_BEGIN_MS = 15_000
/** Mails that one process sends at once. */
const AT_ONCE = 4
/** How long a server of mail that is away is left alone, in milliseconds; then one mail tries it. The last one repeats. */
const RESTS_MS = [5_000, 15_000, 60_000]
/** How often a process looks for mails that others promised, in milliseconds. */
const LOOK_MS = 5_000
/** Mails that were sent while the database could not be told, which are known for as long as the process lasts. */
const MOST_UNTOLD = 10_000

/** Times of an outbox, in milliseconds. */
interface OutboxTimes {
  leaseMs: number
  againAfterMs: readonly number[]
  restsMs: readonly number[]
  lookMs: number
}

const TIMES: OutboxTimes = {
  leaseMs: LEASE_MS,
  againAfterMs: AGAIN_AFTER_MS,
  restsMs: RESTS_MS,
  lookMs: LOOK_MS,
}

/** How a server of mail that is away is left alone: longer each time, until it took something. */
function createRests(restsMs: readonly number[]) {
  let faults = 0
  let until = 0
  const nextMs = () => restsMs[Math.min(faults, restsMs.length - 1)] ?? 0
  return {
    nextMs,
    leftMs: () => until - performance.now(),
    /** Whether one mail alone tries whether it is back. */
    get isProbing() {
      return faults > 0
    },
    begin() {
      until = performance.now() + nextMs()
      faults += 1
    },
    end() {
      faults = 0
    },
  }
}

type Rests = ReturnType<typeof createRests>

/** Sends claimed mails, one after the other or several at once, and stores what came of each. */
function createSender(
  context: OperationContext,
  { leaseMs, againAfterMs }: Pick<OutboxTimes, 'leaseMs' | 'againAfterMs'>,
  rests: Rests,
) {
  const untold = new Set<string>()
  return async (claimed: ClaimedMail, askedAt: Moment): Promise<void> => {
    if (untold.has(claimed.id)) {
      await context.db.system.mails.sent(claimed)
      untold.delete(claimed.id)
      return
    }
    if (elapsedSince(askedAt) > Math.min(LATEST_BEGIN_MS, leaseMs / 2)) return
    const outcome = await deliverMail(context, claimed, {
      waits: { againAfterMs, restMs: rests.nextMs() },
      isMine: () => elapsedSince(askedAt) < leaseMs,
      onSent: () => {
        if (untold.size < MOST_UNTOLD) untold.add(claimed.id)
      },
    })
    untold.delete(claimed.id)
    if (outcome === 'unreachable') rests.begin()
    else rests.end()
  }
}

/** Makes it, once for a process. It sends nothing before it is first woken, and nothing at all without a server of mail. */
export function createOutbox(context: OperationContext, times: Partial<OutboxTimes> = {}): Outbox {
  const { leaseMs, againAfterMs, restsMs, lookMs } = { ...TIMES, ...times }
  const rests = createRests(restsMs)
  const send = createSender(context, { leaseMs, againAfterMs }, rests)
  const slots = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isEnded = false

  /** One sender more, as long as the server of mail is there for several. */
  function begin(): void {
    if (isEnded || rests.leftMs() > 0 || slots.size >= (rests.isProbing ? 1 : AT_ONCE)) return
    const slot = serve()
      .catch((error: unknown) => {
        context.log.warn({ err: error }, 'Mails that wait could not be looked at')
        rests.begin()
      })
      .finally(() => {
        slots.delete(slot)
        if (slots.size === 0) void waitForNext()
      })
    slots.add(slot)
  }

  async function serve(): Promise<void> {
    while (!isEnded && rests.leftMs() <= 0) {
      const askedAt = readMoment()
      const claimed = await context.db.system.mails.claim(leaseMs)
      if (claimed === undefined) return
      begin()
      await send(claimed, askedAt)
    }
  }

  /** Sleeps until a mail is due, or until others may have promised one. */
  async function waitForNext(): Promise<void> {
    if (isEnded) return
    const dueInMs = await context.db.system.mails.dueIn().catch(() => lookMs)
    clearTimeout(timer)
    if (isEnded || slots.size > 0) return
    const { sharedByProcesses } = context.db.capabilities
    const times = [...(dueInMs === undefined ? [] : [dueInMs]), ...(sharedByProcesses ? [lookMs] : [])]
    if (times.length === 0) return
    timer = setTimeout(wake, Math.max(Math.min(...times, lookMs), rests.leftMs(), 1))
    timer.unref()
  }

  function wake(): void {
    if (isEnded || context.mailer === undefined) return
    begin()
    // A server of mail that is left alone is tried later.
    if (slots.size === 0) void waitForNext()
  }

  return {
    wake,
    async end() {
      isEnded = true
      clearTimeout(timer)
      await Promise.all(slots)
    },
  }
}
