/** Memory that several hold at once, up to a sum. */
export interface ByteBudget {
  /**
   * Waits its turn until that many bytes are free, or all when it asks for more than there are; gives what frees them,
   * once. Rejects with the signal's reason when that ends the waiting.
   */
  take(bytes: number, signal: AbortSignal): Promise<() => void>
}

interface Waiter {
  bytes: number
  serve(): void
}

/** Makes a budget of that many bytes. Who came first is served first, so that large ones get their turn. */
export function createByteBudget(total: number): ByteBudget {
  const waiting: Waiter[] = []
  let free = total

  function serveWaiting(): void {
    for (let first = waiting[0]; first !== undefined && first.bytes <= free; first = waiting[0]) {
      waiting.shift()
      first.serve()
    }
  }

  function lend(bytes: number): () => void {
    let isHeld = true
    free -= bytes
    return () => {
      if (!isHeld) return
      isHeld = false
      free += bytes
      serveWaiting()
    }
  }

  function waitFor(bytes: number, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(waiter), 1)
        reject(signal.reason)
        serveWaiting()
      }
      const waiter: Waiter = {
        bytes,
        serve() {
          signal.removeEventListener('abort', leave)
          resolve(lend(bytes))
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(waiter)
    })
  }

  return {
    async take(bytes, signal) {
      signal.throwIfAborted()
      const wanted = Math.min(bytes, total)
      return waiting.length === 0 && wanted <= free ? lend(wanted) : waitFor(wanted, signal)
    },
  }
}
