import { RunnelError } from '@runnel/contract'
import { type SandboxChild, startSandboxChild } from './child-process.ts'
import { createWaitingLine, type Wait } from './waiting-line.ts'

/** Lends children, at most a fixed number at once; keeps some of them warm. */
export interface ChildPool {
  /**
   * A child for one run; waits while all are busy, at most `waitMs`, then throws `unavailable`. Rejects with
   * the signal's reason when that stops the waiting.
   */
  take(wait: Wait): Promise<SandboxChild>
  /** Gives the child back; a killed one makes room for a new one. */
  giveBack(child: SandboxChild): void
  close(): void
}

const RUNS_PER_CHILD = 1000
const IDLE_MS = 120_000

interface IdleChild {
  child: SandboxChild
  timer: NodeJS.Timeout
}

function closed(): RunnelError {
  return new RunnelError('unavailable', 'The sandbox is closed.')
}

/** Makes a pool. Children are started when needed; up to `warm` idle ones are kept for two minutes. */
export function createChildPool(options: {
  childPath: string
  maxChildren: number
  warm: number
}): ChildPool {
  const idle: IdleChild[] = []
  const busy = new Set<SandboxChild>()
  const waiting = createWaitingLine<SandboxChild>()
  let isClosed = false

  function takeNow(): SandboxChild | undefined {
    if (busy.size >= options.maxChildren) return undefined
    const child = takeIdle() ?? startSandboxChild(options.childPath)
    busy.add(child)
    return child
  }

  function takeIdle(): SandboxChild | undefined {
    for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
      clearTimeout(last.timer)
      if (last.child.isAlive()) return last.child
    }
    return undefined
  }

  function keep(child: SandboxChild): void {
    const timer = setTimeout(() => {
      idle.splice(idle.indexOf(kept), 1)
      child.kill()
    }, IDLE_MS)
    timer.unref()
    const kept = { child, timer }
    idle.push(kept)
  }

  function serveNext(): void {
    if (waiting.length() === 0) return
    const child = takeNow()
    if (child !== undefined) waiting.serve(child)
  }

  return {
    async take(wait) {
      if (isClosed) throw closed()
      const child = takeNow() ?? (await waiting.join(wait))
      child.runs += 1
      return child
    },
    giveBack(child) {
      child.listen(undefined)
      busy.delete(child)
      const isKept = !isClosed && child.isAlive() && child.runs < RUNS_PER_CHILD
      if (isKept && (idle.length < options.warm || waiting.length() > 0)) keep(child)
      else child.kill()
      serveNext()
    },
    close() {
      isClosed = true
      waiting.dismiss(closed())
      for (const { child, timer } of idle.splice(0)) {
        clearTimeout(timer)
        child.kill()
      }
      for (const child of busy) child.kill()
    },
  }
}
