declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  /** The part of autocannon's options that the bench uses. */
  interface AutocannonOptions {
    url: string
    method: 'GET' | 'POST'
    headers: Record<string, string>
    body?: string
    connections: number
    duration: number
    timeout: number
    verifyBody: (body: string | Buffer) => boolean
  }

  interface AutocannonResult {
    errors: number
    timeouts: number
    mismatches: number
    non2xx: number
    '2xx': number
    /** Seconds. */
    duration: number
  }

  /** Begins a load; emits `response` (client, status, bytes, milliseconds) and ends through the callback. */
  const autocannon: (
    options: AutocannonOptions,
    done: (error: Error | null, result: AutocannonResult) => void,
  ) => EventEmitter
  export = autocannon
}
