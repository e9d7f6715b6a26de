/** Work of which only so much is done at a time. */
export interface Places {
  /** Does it once there is a place. @throws the signal's reason where it ends before */
  take<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>
}

/** Makes so many places; who waits is served in order. */
export function createPlaces(most: number): Places {
  let taken = 0
  const waiting: (() => void)[] = []

  function wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(signal.reason)
      }
      waiting.push(go)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  return {
    async take(work, signal) {
      signal.throwIfAborted()
      // A place that is given back goes to the first who waits, and is taken all the time.
      if (taken >= most) await wait(signal)
      else taken += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else taken -= 1
      }
    },
  }
}
