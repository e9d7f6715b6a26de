import { forkProcess } from '../machine/fork-process.ts'

/** A load of equal requests over kept connections: each caller sends its next when it has its answer. */
export interface Load {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: object
  callers: number
  seconds: number
  /** Text that every answer must hold. */
  expects: string
}

/** What a load found. Times are milliseconds. */
export interface LoadResult {
  answers: number
  perSecond: number
  median: number
  p95: number
  p99: number
}

const WARM_UP_SECONDS = 1

/** Puts a load on an address from a process of its own. @throws Error when any answer was not the right one. */
export async function putLoad(load: Load): Promise<LoadResult> {
  const child = forkProcess<Load, LoadResult>(new URL('./load-process.ts', import.meta.url))
  try {
    return await child.ask(load)
  } finally {
    await child.stop()
  }
}

/** The same after a second of the same load that is not counted. */
export async function putWarmLoad(load: Load): Promise<LoadResult> {
  await putLoad({ ...load, seconds: WARM_UP_SECONDS })
  return putLoad(load)
}
