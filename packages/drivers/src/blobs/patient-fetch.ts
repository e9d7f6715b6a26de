import { setTimeout as sleep } from 'node:timers/promises'
import { isRunnelError } from '@runnel/contract'

/** Pauses before the second and the third try, in milliseconds. */
const PAUSES_MS = [200, 1_000]

type Send = (url: string, init: RequestInit) => Promise<Response>

function isPassing(response: Response): boolean {
  return response.status === 429 || response.status >= 500
}

/** The answer; undefined for one that the next try may mend. */
async function tryToCall(call: () => Promise<Response>): Promise<Response | undefined> {
  try {
    const response = await call()
    if (!isPassing(response)) return response
    await response.body?.cancel()
    return undefined
  } catch (error) {
    if (isRunnelError(error) && error.code === 'upstream_error') return undefined
    throw error
  }
}

async function callPatiently(call: () => Promise<Response>): Promise<Response> {
  for (const pause of PAUSES_MS) {
    const response = await tryToCall(call)
    if (response !== undefined) return response
    await sleep(pause)
  }
  return call()
}

/**
 * Tries again what a store may refuse for a moment, as S3 asks of its clients. Calls that begin or finish something
 * (POST) are made once. Redirects are refused: they would lead signed calls elsewhere.
 */
export function patientFetch(send: Send) {
  return (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    // A packed answer has no length, and a range of it is none of the blob.
    const headers = { ...(init.headers as Record<string, string>), 'accept-encoding': 'identity' }
    const call = () => send(String(input), { ...init, headers, redirect: 'error' })
    return init.method === 'POST' ? call() : callPatiently(call)
  }
}
