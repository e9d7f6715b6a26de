import type { BenchContext } from '../bench-context.ts'
import { openTimedCaller } from '../load/timed-request.ts'
import type { RunnelProcess } from '../product/runnel-process.ts'
import { setUpInstallation } from '../product/set-up-installation.ts'
import { type AnonymousRequest, anonymousRequests } from './anonymous-requests.ts'

const SHOWN = 4

interface Hold {
  name: string
  milliseconds: number
}

/** Hostile requests of a caller without a key, one at a time; the longest hold of the serving thread, seen from inside. */
export async function measureAnonymous(bench: BenchContext) {
  const rounds: Hold[][] = []
  const paces: number[] = []
  for (let run = 0; run < bench.options.repeat; run++) {
    const server = await bench.start(bench.newDataDir(), { watchesHolds: true })
    const { createFlow } = await setUpInstallation(server.origin)
    const { id } = await createFlow(0, '')
    rounds.push(await takeHolds(server, anonymousRequests(id)))
    await server.stop()
    paces.push(await bench.measurePace())
  }
  const worst = rounds.map((holds) => holds[0]?.milliseconds ?? 0)
  const shown = rounds[0]?.slice(0, SHOWN) ?? []
  return {
    anonymousHold: {
      samples: worst,
      beside: paces,
      longestHold: Math.max(...worst),
      note: shown.map(({ name, milliseconds }) => `${name} ${milliseconds.toFixed(0)} ms`).join('; '),
    },
  }
}

/** Longest first. A first round of each shape is not left out: a stranger's first request counts. */
async function takeHolds(server: RunnelProcess, requests: readonly AnonymousRequest[]): Promise<Hold[]> {
  const holds: Hold[] = []
  for (const request of requests) {
    const body = request.body?.()
    await server.readLongestHold()
    await send(server.origin, request, body)
    holds.push({ name: request.name, milliseconds: await server.readLongestHold() })
  }
  return holds.toSorted((a, b) => b.milliseconds - a.milliseconds)
}

async function send(
  origin: string,
  { name, method, path, headers = {} }: AnonymousRequest,
  body: Buffer | string | undefined,
): Promise<void> {
  const caller = openTimedCaller()
  const choices = { method, headers, ...(body === undefined ? {} : { body }) }
  try {
    const { status } = await caller.ask(`${origin}${path}`, choices)
    if (status >= 500) throw new Error(`${name} was answered with ${status}.`)
  } catch (error) {
    // A server may hang up on what it will not read; it must still be there, which the reading of the hold shows.
    if (!isHangUp(error)) throw error
  } finally {
    caller.close()
  }
}

function isHangUp(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ECONNRESET' || code === 'EPIPE'
}
