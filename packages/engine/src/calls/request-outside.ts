import type { JsonObject, NodeEffects } from '@runnel/contract'
import type { HttpReply, HttpRequest } from '@runnel/node-kit'
import type { EnginePorts } from '../engine-ports.ts'
import { type CallFrame, nextPath } from '../step/step-run.ts'
import { isUnfinished } from './is-unfinished.ts'
import { makeCall, retryCall } from './make-call.ts'
import { saysBusy } from './says-busy.ts'

const READING = ['GET', 'HEAD', 'OPTIONS']

/** A request to a server outside: one journaled call. What is added by its credential is never written down. */
export async function requestOutside(frame: CallFrame, request: HttpRequest): Promise<HttpReply> {
  const { session, input } = frame.stepRun.scope
  const { signal } = frame
  const { authorise, ...told } = request
  const effects = findEffects(frame, request)
  const { reply } = await makeCall<JsonObject>(frame, {
    path: nextPath(frame, 'h'),
    kind: 'http',
    what: `The request to ${hostOf(request.url)}`,
    request: { ...told, credentialOf: authorise?.component.type },
    effects,
    make: async () => {
      const send = () => session.ports.request(request, input.flowId, signal)
      const ask = () =>
        retryCall(request.waitsWhenBusy === true ? () => refuseBusy(send, request) : send, {
          ports: session.ports,
          signal,
          mayRetry: () => true,
          isRepeatable: effects !== 'write',
        }).catch(replyWhenBusy)
      return { ...(await askUntilDone(ask, { request, ports: session.ports, signal })) }
    },
  })
  return reply as unknown as HttpReply
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
const LONGEST_WAIT_MS = 600_000

/** Asks as long as the answer says that it is not done, and for ten minutes at most. */
async function askUntilDone(
  ask: () => Promise<HttpReply>,
  { request, ports, signal }: { request: HttpRequest; ports: EnginePorts; signal: AbortSignal },
): Promise<HttpReply> {
  let waited = 0
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const reply = await ask()
    if (waited >= LONGEST_WAIT_MS || !isUnfinished(reply, request.repeatsWhile)) return reply
    await ports.sleep(pause, signal)
    waited += pause
  }
}

/** The answer of a server that is busy now: another try may find it free. */
class BusyReply extends Error {
  readonly retryable = true
  readonly retryAfterMs: number | undefined
  readonly reply: HttpReply

  constructor(reply: HttpReply) {
    super(`The server is busy (status ${reply.status}).`)
    this.reply = reply
    const seconds = Number(reply.headers['retry-after'] ?? Number.NaN)
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : undefined
  }
}

async function refuseBusy(send: () => Promise<HttpReply>, request: HttpRequest): Promise<HttpReply> {
  const reply = await send()
  if (saysBusy(reply, request)) throw new BusyReply(reply)
  return reply
}

/** After the last try the refusal is the answer. */
function replyWhenBusy(error: unknown): HttpReply {
  if (error instanceof BusyReply) return error.reply
  throw error
}

/** What a request says of itself, else its method where that only reads, else what its tool or node is. */
function findEffects(frame: CallFrame, { effects, method = 'GET' }: HttpRequest): NodeEffects {
  if (effects !== undefined) return effects
  if (READING.includes(method.toUpperCase())) return 'read'
  return frame.effects === 'none' ? 'write' : frame.effects
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'a server'
}
