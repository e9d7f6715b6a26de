/**
 * The calls that a step has under way. When a person must be asked, the others end first, so that what they did is in
 * the journal and is not done again; then the step is suspended with every question that it asks.
 */
export interface CallsInFlight {
  /**
   * Makes a call. While a person is to be asked, one that is not part of a call under way is left to the step's next
   * run and never settles; so is every call once the step is suspended.
   */
  track<Reply>(path: string, call: () => Promise<Reply>): Promise<Reply>
  /** Notes that the call at this path waits for a person, and those around it with it. Never settles. */
  park(path: string): Promise<never>
  /** Resolves when something waits for a person and nothing else is under way. */
  quiet: Promise<void>
}

/** Whether a call is another one or was made inside it. */
export function isWithin(path: string, call: string): boolean {
  return path === call || path.startsWith(`${call}/`)
}

/** Makes an empty list. */
export function createCallsInFlight(): CallsInFlight {
  const open = new Set<string>()
  const parked = new Set<string>()
  const { promise: quiet, resolve } = Promise.withResolvers<void>()
  let isAsking = false
  let isSuspended = false
  const look = () => {
    if (!isAsking || [...open].some((path) => !parked.has(path))) return
    isSuspended = true
    resolve()
  }
  return {
    quiet,
    async track(path, call) {
      const isInside = [...open].some((around) => isWithin(path, around))
      if (isSuspended || (isAsking && !isInside)) return new Promise(() => undefined)
      open.add(path)
      try {
        return await call()
      } finally {
        open.delete(path)
        look()
      }
    },
    park(path) {
      for (const around of open) if (isWithin(path, around)) parked.add(around)
      // What is begun in the same breath, as the next question of a list, still comes along.
      void Promise.resolve().then(() => {
        isAsking = true
        look()
      })
      return new Promise(() => undefined)
    },
  }
}
