import type { BenchContext } from '../bench-context.ts'
import { openTimedCaller } from '../load/timed-request.ts'
import { type HostileSignOn, startHostileSignOn } from '../product/hostile-sign-on.ts'
import type { RunnelProcess } from '../product/runnel-process.ts'
import { setUpInstallation } from '../product/set-up-installation.ts'
import type { AnonymousRequest } from './anonymous-request.ts'
import { anonymousRequests, type OpenPlaces, type RequestMaker } from './anonymous-requests.ts'

const SHOWN = 5
/** A server that is held for so long is given up and replaced; the row has failed long before. */
const GIVE_UP_MS = 15_000

interface Hold {
  name: string
  milliseconds: number
}

/** Hostile requests of a caller without a key, one at a time; the longest hold of the serving thread, seen from inside. */
export async function measureAnonymous(bench: BenchContext) {
  const rounds: Hold[][] = []
  const paces: number[] = []
  for (let run = 0; run < bench.options.repeat; run++) {
    const { found, pace } = await bench.withPace(() => takeHolds(bench))
    rounds.push(found)
    paces.push(pace)
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

/** A server, and what is open to strangers on it. */
interface OpenServer {
  server: RunnelProcess
  places: OpenPlaces
}

/** Longest first. Nothing is asked twice: a stranger's first request counts. */
async function takeHolds(bench: BenchContext): Promise<Hold[]> {
  const holds: Hold[] = []
  const signOn = await startHostileSignOn()
  let open = await openServer(bench, signOn)
  for (const make of anonymousRequests()) {
    const hold = await takeHold(open, make)
    holds.push(hold)
    if (hold.milliseconds < GIVE_UP_MS) continue
    await open.server.kill()
    open = await openServer(bench, signOn)
  }
  await open.server.stop()
  await signOn.close()
  return holds.toSorted((a, b) => b.milliseconds - a.milliseconds)
}

async function openServer(bench: BenchContext, signOn: HostileSignOn): Promise<OpenServer> {
  const server = await bench.start(bench.newDataDir(), {
    watchesHolds: true,
    settings: { EGRESS_ALLOW: signOn.host, PLATFORM_TYPE: 'enterprise' },
  })
  const { client, session, createFlow } = await setUpInstallation(server.origin)
  const organizationId = await signOn.setUp(session)
  const listed = await client.listChatflows({})
  const flows = Array.isArray(listed) ? listed : listed.data
  const demo = flows.find(({ name }) => name.startsWith('Start here'))
  if (demo === undefined) throw new Error('There is no flow on the Demo model.')
  const { id: flowId } = await createFlow(0, '')
  return { server, places: { flowId, demoFlowId: demo.id, organizationId } }
}

async function takeHold({ server, places }: OpenServer, make: RequestMaker): Promise<Hold> {
  const request = make(places)
  const body = request.body?.()
  await server.readLongestHold()
  const { name } = request
  const answer = send(server.origin, request, body)
    .then(() => server.readLongestHold())
    .then(
      (milliseconds) => ({ name, milliseconds }),
      // A server that ended, or was given up before, tells nothing.
      () => ({ name: `${name} (the server ended)`, milliseconds: GIVE_UP_MS }),
    )
  const gaveUp = new Promise<Hold>((resolve) => {
    setTimeout(resolve, GIVE_UP_MS, { name: `${name} (given up)`, milliseconds: GIVE_UP_MS }).unref()
  })
  return Promise.race([answer, gaveUp])
}

async function send(
  origin: string,
  { method, path, headers = {} }: AnonymousRequest,
  body: Buffer | string | undefined,
): Promise<void> {
  const caller = openTimedCaller()
  const choices = { method, headers, ...(body === undefined ? {} : { body }) }
  try {
    await caller.ask(`${origin}${path}`, choices)
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
