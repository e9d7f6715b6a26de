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
  /** It goes on, without asking: for a moment more may run than there are places. */
  resume(): void
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
  line: WaitingLine<Share>
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

/**
 * Makes shares. `running` limits those that work, `held` all of them, also those that wait for something: these take
 * no time of the machine, but memory.
 */
export function createFairShares(limits: { running: ShareLimits; held: ShareLimits }): FairShares {
  const holders = new Set<Holder>()
  const waiting: Waiter[] = []

  function fits({ who }: { who: Sharer }): boolean {
    const held = [...holders]
    const running = held.filter(({ isPaused }) => !isPaused)
    return hasRoom(running, who, limits.running) && hasRoom(held, who, limits.held)
  }

  /** How much somebody has already: the owner's places count before those of the group. */
  function weigh({ who }: Waiter): number {
    const held = [...holders]
    return held.filter(isOwner(who)).length * 1_000 + held.filter(isGroup(who)).length
  }

  function serveWaiting(): void {
    for (;;) {
      const [next] = waiting.filter(fits).sort((a, b) => weigh(a) - weigh(b))
      if (next === undefined) return
      waiting.splice(waiting.indexOf(next), 1)
      const share = grant(next.who)
      // It may have just left, and not been told yet.
      if (!next.line.serve(share)) share.release()
    }
  }

  function grant(who: Sharer): Share {
    const holder: Holder = { who, isPaused: false }
    holders.add(holder)
    return {
      pause() {
        holder.isPaused = true
        serveWaiting()
      },
      resume() {
        holder.isPaused = false
      },
      release() {
        holders.delete(holder)
        serveWaiting()
      },
    }
  }

  return {
    async take(who, wait) {
      if (fits({ who })) return grant(who)
      const waiter: Waiter = { who, line: createWaitingLine() }
      waiting.push(waiter)
      try {
        return await waiter.line.join(wait)
      } finally {
        const at = waiting.indexOf(waiter)
        if (at >= 0) waiting.splice(at, 1)
      }
    },
    dismiss(error) {
      for (const { line } of waiting.splice(0)) line.dismiss(error)
    },
  }
}
