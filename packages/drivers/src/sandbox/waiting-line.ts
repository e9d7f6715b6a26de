import { RunnelError } from '@runnel/contract'
import { limitMessages } from './limit-messages.ts'

/** Who waits, and for how long at most. */
export interface Wait {
  signal: AbortSignal | undefined
  waitMs: number
}

/** A line of waiters who are served in order. */
export interface WaitingLine<T> {
  length(): number
  /** Resolves when served. Throws `unavailable` after `waitMs`, or the signal's reason. */
  join(wait: Wait): Promise<T>
  /** Serves the first in line; false when nobody waits. */
  serve(item: T): boolean
  /** Sends all of them away with an error. */
  dismiss(error: Error): void
}

/** Makes an empty line. */
export function createWaitingLine<T>(): WaitingLine<T> {
  const waiting: { serve(item: T): void; dismiss(error: unknown): void }[] = []
  return {
    length: () => waiting.length,
    join({ signal, waitMs }) {
      return new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', leave)
        }
        const place = {
          serve(item: T) {
            end()
            resolve(item)
          },
          dismiss(error: unknown) {
            end()
            reject(error)
          },
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(place), 1)
          place.dismiss(signal?.aborted ? signal.reason : allBusy(waitMs))
        }
        const timer = setTimeout(leave, waitMs)
        signal?.addEventListener('abort', leave, { once: true })
        waiting.push(place)
      })
    },
    serve(item) {
      const first = waiting.shift()
      first?.serve(item)
      return first !== undefined
    },
    dismiss(error) {
      for (const place of waiting.splice(0)) place.dismiss(error)
    },
  }
}

function allBusy(waitMs: number): RunnelError {
  return new RunnelError('unavailable', limitMessages.wait(waitMs))
}
