import { isJsonObject, type RouteDefinition } from '@runnel/contract'
import { flowAllowsOrigin, type OperationContext, runAllowsOrigin } from '@runnel/operations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { varyBy } from './encodings.ts'

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const MAX_AGE_SECONDS = '600'
const EXPOSED = 'X-Run-Id, X-Run-Secret, X-Ignored-Fields, X-Total-Count, Link, Retry-After'

/** A preflight has no body: it lets the call through, whose answer is read only where the flow allows it. */
async function bodyAllows(
  context: OperationContext,
  { request, origin }: { request: FastifyRequest; origin: string },
): Promise<boolean> {
  if (request.method === 'OPTIONS') return true
  const { body } = request
  const named = isJsonObject(body) ? body.chatflowId : undefined
  return typeof named === 'string' && origin !== 'null' && flowAllowsOrigin(context, named, origin)
}

/** Whether the flow behind a route takes calls from pages of this origin. */
async function flowAllows(
  context: OperationContext,
  route: RouteDefinition,
  call: { request: FastifyRequest; origin: string },
): Promise<boolean> {
  if (route.origins === 'flow of body') return bodyAllows(context, call)
  const params = call.request.params as Record<string, string | undefined>
  const { chatflowId } = call.request.query as Record<string, unknown>
  const inPath = params.chatflowid ?? params.chatflowId ?? params.id
  const named = inPath ?? (typeof chatflowId === 'string' ? chatflowId : undefined)
  if (named === undefined || call.origin === 'null') return false
  if (route.origins === 'run') return runAllowsOrigin(context, named, call.origin)
  return route.origins === 'flow' && flowAllowsOrigin(context, named, call.origin)
}

/**
 * Lets a page of another origin read an answer: on routes of a flow, as the flow says and never with cookies; on all
 * others only the origins of `CORS_ORIGINS`. Without a header the browser refuses.
 */
export async function applyCors(
  rules: { context: OperationContext; corsOrigins: string[] },
  route: RouteDefinition,
  exchange: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const { request, reply } = exchange
  const { origin } = request.headers
  if (origin === undefined) return
  varyBy(reply, 'Origin')
  const listed = rules.corsOrigins.includes('*') || rules.corsOrigins.includes(origin)
  if (!listed && !(await flowAllows(rules.context, route, { request, origin }))) return
  reply.header('Access-Control-Allow-Origin', origin)
  reply.header('Access-Control-Expose-Headers', EXPOSED)
  if (request.method !== 'OPTIONS') return
  reply.header('Access-Control-Allow-Methods', METHODS)
  reply.header(
    'Access-Control-Allow-Headers',
    request.headers['access-control-request-headers'] ?? 'content-type',
  )
  reply.header('Access-Control-Max-Age', MAX_AGE_SECONDS)
}
