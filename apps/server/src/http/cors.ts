import type { RouteDefinition } from '@runnel/contract'
import { flowAllowsOrigin, type OperationContext } from '@runnel/operations'
import type { FastifyReply, FastifyRequest } from 'fastify'

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const MAX_AGE_SECONDS = '600'
const EXPOSED = 'X-Run-Id, X-Ignored-Fields, X-Total-Count, Link, Retry-After'

function flowIdOf(request: FastifyRequest): string | undefined {
  const params = request.params as Record<string, string | undefined>
  return params.chatflowid ?? params.id
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
  reply.header('Vary', 'Origin')
  const listed = rules.corsOrigins.includes('*') || rules.corsOrigins.includes(origin)
  const flowId = route.origins === 'flow' ? flowIdOf(request) : undefined
  const allowed =
    listed ||
    (flowId !== undefined && origin !== 'null' && (await flowAllowsOrigin(rules.context, flowId, origin)))
  if (!allowed) return
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
