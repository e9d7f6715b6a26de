import type { Principal } from '@runnel/access'
import {
  type allRoutes,
  auditActionsOf,
  isJsonObject,
  isRunnelError,
  type RouteDefinition,
  type RouteName,
  RunnelError,
  refusalOf,
  tellWhy,
} from '@runnel/contract'
import type { createRefusalNotes } from '@runnel/operations'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'

type Routes = typeof allRoutes
type Parsed<R, K extends string> = R extends Record<K, z.ZodType> ? z.output<R[K]> : undefined
type Answer<R> = R extends { response: infer S } ? (S extends z.ZodType ? z.input<S> : unknown) : never

/** One call of a route: parsed input, who calls, and the raw request for what has no schema (cookies, streams). */
export interface Call<N extends RouteName> {
  params: Parsed<Routes[N], 'params'>
  query: Parsed<Routes[N], 'query'>
  body: Parsed<Routes[N], 'body'>
  principal: Principal
  request: FastifyRequest
  reply: FastifyReply
}

type Given<N extends RouteName> = Answer<Routes[N]> | FastifyReply

/**
 * Answers a call: with what the response's schema shapes, or by the reply itself where the bytes are made already or
 * the response is no schema.
 */
export type Handler<N extends RouteName> = (call: Call<N>) => Promise<Given<N>> | Given<N>

/** A handler for every route of the contract: a route without one does not compile. */
export type Handlers = { [N in RouteName]: Handler<N> }

/** The handlers of one table of routes. They stand in `handlers/`, in the file of the table's name. */
export type HandlersOf<Table extends Partial<typeof allRoutes>> = Pick<Handlers, keyof Table & RouteName>

/** For routes that say so, what is asked of a call before its body is read: it throws what refuses the call. */
export type Admissions = {
  [N in RouteName]?: (request: FastifyRequest, params: Readonly<Record<string, string>>) => Promise<void>
}

/** The calls that are being answered. */
export interface OpenCalls {
  /** Resolves when there is none. */
  idle(): Promise<void>
}

const RETRY_SECONDS = 5
/** What is answered to the last: whether the process lives, and that it is not ready. */
const TO_THE_LAST = /\/(?:ping|ready)$/

/** Counts the calls of a server. Once it ends, new ones are refused, and told to come back on another connection. */
export function watchOpenCalls(server: FastifyInstance, isEnding: () => boolean): OpenCalls {
  let open = 0
  let waiting: (() => void)[] = []
  server.addHook('onRequest', (request, reply, done) => {
    open += 1
    reply.raw.once('close', () => {
      open -= 1
      if (open > 0) return
      for (const resolve of waiting) resolve()
      waiting = []
    })
    if (!isEnding() || TO_THE_LAST.test(request.url)) return done()
    reply.header('Connection', 'close').header('Retry-After', RETRY_SECONDS)
    done(refusalOf('unavailable', tellWhy('server_ending')))
  })
  return {
    idle: () => (open === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }
}

/** Aborted when the connection of a call is closed before its answer is whole: what is done only for its caller may end. */
export function signalWhenCallerLeaves({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  raw.on('close', () => {
    if (raw.writableFinished) return
    left.abort(new RunnelError('run_aborted', 'The caller left before the answer was there.'))
  })
  return left.signal
}

const MAX_KEY_LENGTH = 200

/** The name that a caller gives to a request. @throws RunnelError `invalid_input` for one that is empty or long */
export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && key !== '' && key.length <= MAX_KEY_LENGTH) return key
  throw new RunnelError('invalid_input', `Idempotency-Key: must be text of 1 to ${MAX_KEY_LENGTH} characters`)
}

/** The key of an `Authorization: Bearer …` header; keys in addresses are never read. */
export function bearerKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

/** Writes down that somebody was refused a privileged act. */
export type NoteRefusal = ReturnType<typeof createRefusalNotes>

/** A call of a route, as far as the audit log has to know it. */
interface NotedCall {
  route: RouteDefinition
  principal: Principal
  /** The parts of its address that name something, as they came. */
  params: unknown
}

/**
 * Does a part of a call. Who is refused the privileged act of its route for want of a right is written down, whether the
 * gate says so or the operation behind it, which alone knows what is to be done to whom.
 */
export async function notingRefusals<T>(
  noteRefusal: NoteRefusal,
  { route, principal, params }: NotedCall,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const [act] = auditActionsOf(route)
    if (act !== undefined && isRunnelError(error) && error.isForWantOfRight)
      await noteRefusal(principal, act, idOf(params))
    throw error
  }
}

function idOf(params: unknown): string | undefined {
  return isJsonObject(params) && typeof params.id === 'string' ? params.id : undefined
}
