import { createWaitingLine, type Wait, type WaitingLine } from './waiting-line.ts'

/** For whom a place is: a workspace, and a flow of it where one is known. */
export interface Sharer {
  owner: string
  group?: string | undefined
}

/** How many places there are, and how many of them one owner and one group may have. */
export interface ShareLimits {
  inAll: number
  perOwner: number
  perGroup: number
}

/** A place that somebody has until it is released. */
export interface Share {
  /** It only waits: another may run meanwhile. */
  pause(): void
  /** Resolves when it may go on: a place that was given to another is waited for. Never, when it is released before. */
  resume(): Promise<void>
  release(): void
}

/** Lends places so that nobody's long work keeps others out. */
export interface FairShares {
  /** Waits at most `waitMs`, then throws `unavailable`; rejects with the signal's reason when that stops the waiting. */
  take(who: Sharer, wait: Wait): Promise<Share>
  /** Sends all who wait away with an error. */
  dismiss(error: Error): void
}

interface Holder {
  who: Sharer
  isPaused: boolean
}

interface Waiter {
  who: Sharer
  /** Who waits to go on; absent for who waits to begin. */
  holder?: Holder
  serve(): void
  dismiss?(error: Error): void
}

const isOwner = (a: Sharer) => (b: Holder) => a.owner === b.who.owner
const isGroup = (a: Sharer) => (b: Holder) => a.owner === b.who.owner && a.group === b.who.group

function hasRoom(holders: Holder[], who: Sharer, limits: ShareLimits): boolean {
  return (
    holders.length < limits.inAll &&
    holders.filter(isOwner(who)).length < limits.perOwner &&
    (who.group === undefined || holders.filter(isGroup(who)).length < limits.perGroup)
  )
}

type Limits = Record<'running' | 'held', ShareLimits>

/** Whether somebody may run; what those hold who go on is counted already. */
function fits(holders: Iterable<Holder>, { who, holder }: Pick<Waiter, 'who' | 'holder'>, limits: Limits) {
  const held = [...holders]
  const running = held.filter(({ isPaused }) => !isPaused)
  return hasRoom(running, who, limits.running) && (holder !== undefined || hasRoom(held, who, limits.held))
}

/** How much somebody has already: the owner's places count before those of the group. Of those alike who goes on is first. */
function weigh(holders: Iterable<Holder>, { who, holder }: Waiter): number {
  const held = [...holders]
  const places = held.filter(isOwner(who)).length * 1_000 + held.filter(isGroup(who)).length
  return holder === undefined ? places : places - 0.5
}

/**
 * Makes shares. `running` limits those that work, `held` all of them, also those that wait for something: these take
 * no time of the machine, but memory.
 */
export function createFairShares(limits: Limits): FairShares {
  const holders = new Set<Holder>()
  const waiting: Waiter[] = []

  function serveWaiting(): void {
    for (;;) {
      const [next] = waiting
        .filter((waiter) => fits(holders, waiter, limits))
        .sort((a, b) => weigh(holders, a) - weigh(holders, b))
      if (next === undefined) return
      waiting.splice(waiting.indexOf(next), 1)
      next.serve()
    }
  }

  function leave(gone: (waiter: Waiter) => boolean): void {
    const at = waiting.findIndex(gone)
    if (at >= 0) waiting.splice(at, 1)
  }

  async function goOn(holder: Holder): Promise<void> {
    const { who } = holder
    if (holder.isPaused && !fits(holders, { who, holder }, limits))
      await new Promise<void>((serve) => {
        waiting.push({
          who,
          holder,
          serve() {
            holder.isPaused = false
            serve()
          },
        })
      })
    holder.isPaused = false
  }

  function grant(who: Sharer): Share {
    const holder: Holder = { who, isPaused: false }
    holders.add(holder)
    return {
      pause() {
        holder.isPaused = true
        serveWaiting()
      },
      resume: () => goOn(holder),
      release() {
        holders.delete(holder)
        leave((waiter) => waiter.holder === holder)
        serveWaiting()
      },
    }
  }

  return {
    async take(who, wait) {
      if (fits(holders, { who }, limits)) return grant(who)
      const line: WaitingLine<Share> = createWaitingLine()
      const waiter: Waiter = {
        who,
        serve() {
          const share = grant(who)
          // It may have just left, and not been told yet.
          if (!line.serve(share)) share.release()
        },
        dismiss: (error) => line.dismiss(error),
      }
      waiting.push(waiter)
      try {
        return await line.join(wait)
      } finally {
        leave((each) => each === waiter)
      }
    },
    dismiss(error) {
      for (const waiter of waiting.splice(0)) waiter.dismiss?.(error)
    },
  }
}
