/**
 * The calls that a step has under way. When a person must be asked about one of them, the others end first, so that
 * what they did is in the journal and is not done again.
 */
export interface CallsInFlight {
  /** Makes a call. While a person is to be asked, a new one is left to the step's next run and never settles. */
  track<Reply>(path: string, call: () => Promise<Reply>): Promise<Reply>
  /** Resolves when nothing is under way but the call in question and those around it, which cannot end. */
  untilQuiet(askedPath: string): Promise<void>
}

/** Whether a call is another one or was made inside it. */
export function isWithin(path: string, call: string): boolean {
  return path === call || path.startsWith(`${call}/`)
}

/** Makes an empty list. */
export function createCallsInFlight(): CallsInFlight {
  const open = new Map<string, Promise<void>>()
  const parked = new Set<string>()
  let isAsking = false
  return {
    async track(path, call) {
      const isInside = [...open.keys()].some((around) => isWithin(path, around))
      if (isAsking && !isInside) return new Promise(() => undefined)
      const { promise, resolve } = Promise.withResolvers<void>()
      open.set(path, promise)
      try {
        return await call()
      } finally {
        open.delete(path)
        resolve()
      }
    },
    async untilQuiet(askedPath) {
      isAsking = true
      for (const path of open.keys()) if (isWithin(askedPath, path)) parked.add(path)
      for (;;) {
        const busy = [...open].filter(([path]) => !parked.has(path))
        if (busy.length === 0) return
        await Promise.race(busy.map(([, done]) => done))
      }
    },
  }
}
