import { type SandboxChild, startSandboxChild } from './child-process.ts'

/** Lends children, at most a fixed number at once; keeps some of them warm. */
export interface ChildPool {
  /** A child for one run; waits while all are busy. Rejects with the signal's reason when it stops waiting. */
  take(signal: AbortSignal | undefined): Promise<SandboxChild>
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

/** Makes a pool. Children are started when they are needed; up to `warm` idle ones are kept for
 * two minutes. */
export function createChildPool(options: {
  childPath: string
  maxChildren: number
  warm: number
}): ChildPool {
  const idle: IdleChild[] = []
  const busy = new Set<SandboxChild>()
  const waiting: ((child: SandboxChild) => void)[] = []

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

  function wait(signal: AbortSignal | undefined): Promise<SandboxChild> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(serve), 1)
        reject(signal?.reason)
      }
      const serve = (child: SandboxChild) => {
        signal?.removeEventListener('abort', leave)
        resolve(child)
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiting.push(serve)
    })
  }

  function serveNext(): void {
    if (waiting.length === 0) return
    const child = takeNow()
    if (child !== undefined) waiting.shift()?.(child)
  }

  return {
    async take(signal) {
      const child = takeNow() ?? (await wait(signal))
      child.runs += 1
      return child
    },
    giveBack(child) {
      child.listen(undefined)
      busy.delete(child)
      const isKept = child.isAlive() && child.runs < RUNS_PER_CHILD
      if (isKept && (idle.length < options.warm || waiting.length > 0)) keep(child)
      else child.kill()
      serveNext()
    },
    close() {
      for (const { child, timer } of idle.splice(0)) {
        clearTimeout(timer)
        child.kill()
      }
      for (const child of busy) child.kill()
    },
  }
}
