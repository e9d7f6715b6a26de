import { RunnelError } from '@runnel/contract'
import { type SandboxChild, startSandboxChild } from './child-process.ts'
import { createFairShares, type Share, type ShareLimits, type Sharer } from './fair-shares.ts'
import type { Wait } from './waiting-line.ts'

/**
 * Lends children in fair shares of owners and groups; keeps some of them warm, each for the owner that it has served.
 */
export interface ChildPool {
  /**
   * A child for one run, which has served nobody but this owner; waits while all are busy, at most `waitMs`, then
   * throws `unavailable`. Rejects with the signal's reason when that stops the waiting.
   */
  take(who: Sharer, wait: Wait): Promise<SandboxChild>
  /** A child only waits for something: meanwhile another may run. */
  rest(child: SandboxChild): void
  /** Resolves when a child that waited may go on. */
  goOn(child: SandboxChild): Promise<void>
  /** Gives the child back; a killed one makes room for a new one. */
  giveBack(child: SandboxChild): void
  close(): void
}

const RUNS_PER_CHILD = 1000
const IDLE_MS = 120_000

interface IdleChild {
  child: SandboxChild
  owner: string
  timer: NodeJS.Timeout
}

function closed(): RunnelError {
  return new RunnelError('unavailable', 'The sandbox is closed.')
}

/** Of those that run one owner leaves a place for others, and one group half of them; of those that wait, too. */
function limitsOf({ maxChildren, maxHeld }: { maxChildren: number; maxHeld: number }) {
  const parts = (inAll: number): ShareLimits => ({
    inAll,
    perOwner: Math.max(1, inAll - Math.ceil(inAll / 4)),
    perGroup: Math.max(1, Math.floor(inAll / 2)),
  })
  return { running: parts(maxChildren), held: parts(Math.max(maxHeld, maxChildren)) }
}

/**
 * Makes a pool. Children are started when needed; idle ones are kept for two minutes, up to `warm` of one owner and
 * `warmInAll` altogether, the last used.
 */
export function createChildPool(options: {
  childPath: string
  /** Children that may run at once. */
  maxChildren: number
  /** Children that may be busy at once, those that only wait among them. */
  maxHeld: number
  warm: number
  warmInAll: number
}): ChildPool {
  const idle: IdleChild[] = []
  const busy = new Map<SandboxChild, { owner: string; share: Share }>()
  const shares = createFairShares(limitsOf(options))
  let isClosed = false

  function drop(kept: IdleChild): void {
    clearTimeout(kept.timer)
    idle.splice(idle.indexOf(kept), 1)
    kept.child.kill()
  }

  function takeIdle(owner: string): SandboxChild | undefined {
    for (;;) {
      const at = idle.findLastIndex((kept) => kept.owner === owner)
      const [kept] = at < 0 ? [] : idle.splice(at, 1)
      if (kept === undefined) return undefined
      clearTimeout(kept.timer)
      if (kept.child.isAlive()) return kept.child
    }
  }

  function keep(child: SandboxChild, owner: string): void {
    const kept = { child, owner, timer: setTimeout(() => drop(kept), IDLE_MS) }
    kept.timer.unref()
    idle.push(kept)
    const own = idle.filter((one) => one.owner === owner)
    const [oldest] = own.length > options.warm ? own : idle.length > options.warmInAll ? idle : []
    if (oldest !== undefined) drop(oldest)
  }

  return {
    async take(who, wait) {
      if (isClosed) throw closed()
      const share = await shares.take(who, wait)
      if (isClosed) throw closed()
      const { owner } = who
      const child = takeIdle(owner) ?? startSandboxChild(options.childPath)
      busy.set(child, { owner, share })
      child.runs += 1
      return child
    },
    rest: (child) => busy.get(child)?.share.pause(),
    goOn: async (child) => busy.get(child)?.share.resume(),
    giveBack(child) {
      const held = busy.get(child)
      child.listen(undefined)
      busy.delete(child)
      const isKept = !isClosed && child.isAlive() && child.runs < RUNS_PER_CHILD
      if (isKept && held !== undefined) keep(child, held.owner)
      else child.kill()
      held?.share.release()
    },
    close() {
      isClosed = true
      shares.dismiss(closed())
      for (const kept of [...idle]) drop(kept)
      for (const child of busy.keys()) child.kill()
    },
  }
}
