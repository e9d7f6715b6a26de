import { RunnelError } from '@runnel/contract'
import { type SandboxChild, startSandboxChild } from './child-process.ts'
import { createWaitingLine, type Wait } from './waiting-line.ts'

/** Lends children, at most a fixed number at once; keeps some of them warm, each for the owner that it has served. */
export interface ChildPool {
  /**
   * A child for one run, which has served nobody but this owner; waits while all are busy, at most `waitMs`, then
   * throws `unavailable`. Rejects with the signal's reason when that stops the waiting.
   */
  take(owner: string, wait: Wait): Promise<SandboxChild>
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

/**
 * Makes a pool. Children are started when needed; idle ones are kept for two minutes, up to `warm` of one owner and
 * `warmInAll` altogether, the last used.
 */
export function createChildPool(options: {
  childPath: string
  maxChildren: number
  warm: number
  warmInAll: number
}): ChildPool {
  const idle: IdleChild[] = []
  const busy = new Map<SandboxChild, string>()
  const waiting = createWaitingLine<void>()
  let taken = 0
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

  async function waitForPlace(wait: Wait): Promise<void> {
    if (taken >= options.maxChildren) await waiting.join(wait)
    else taken += 1
  }

  return {
    async take(owner, wait) {
      if (isClosed) throw closed()
      await waitForPlace(wait)
      if (isClosed) throw closed()
      const child = takeIdle(owner) ?? startSandboxChild(options.childPath)
      busy.set(child, owner)
      child.runs += 1
      return child
    },
    giveBack(child) {
      const owner = busy.get(child)
      child.listen(undefined)
      busy.delete(child)
      const isKept = !isClosed && child.isAlive() && child.runs < RUNS_PER_CHILD
      if (isKept && owner !== undefined) keep(child, owner)
      else child.kill()
      if (!waiting.serve()) taken -= 1
    },
    close() {
      isClosed = true
      waiting.dismiss(closed())
      for (const kept of [...idle]) drop(kept)
      for (const child of busy.keys()) child.kill()
    },
  }
}
