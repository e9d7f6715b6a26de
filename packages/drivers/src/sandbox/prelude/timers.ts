import { sleep } from './call-host.ts'
import { defineGlobal } from './define-global.ts'

type Work = (...args: unknown[]) => unknown

interface Timer {
  isRepeated: boolean
  run: Work
  milliseconds: unknown
  args: unknown[]
}

const timers = new Set<unknown>()
let lastTimer = 0

function startTimer({ isRepeated, run, milliseconds, args }: Timer): number {
  lastTimer += 1
  const id = lastTimer
  timers.add(id)
  const pause = Math.max(Number(milliseconds) || 0, isRepeated ? 1 : 0)
  const wait = (): Promise<void> => sleep(pause).then(tick)
  const tick = (): void => {
    if (!timers.has(id)) return
    if (isRepeated) void wait()
    else timers.delete(id)
    run(...args)
  }
  void wait()
  return id
}

function clearTimer(id: unknown): void {
  timers.delete(id)
}

/** Puts the functions that wait in place. A timer goes on while the run does. */
export function defineTimers(): void {
  const timerOf =
    (isRepeated: boolean) =>
    (run: Work, milliseconds?: unknown, ...args: unknown[]) =>
      startTimer({ isRepeated, run, milliseconds, args })
  defineGlobal('setTimeout', timerOf(false))
  defineGlobal('setInterval', timerOf(true))
  defineGlobal('setImmediate', (run: Work, ...args: unknown[]) =>
    startTimer({ isRepeated: false, run, milliseconds: 0, args }),
  )
  for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) defineGlobal(name, clearTimer)
  defineGlobal('queueMicrotask', (run: Work) => {
    void Promise.resolve().then(() => run())
  })
}
