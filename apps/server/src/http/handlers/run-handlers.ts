import { parseEventPosition, RunnelError, type runRoutes } from '@runnel/contract'
import { followRun, type ServingContext, startRun, takeInDocuments } from '@runnel/operations'
import type { FastifyRequest } from 'fastify'
import { type HandlersOf, readIdempotencyKey } from '../call.ts'
import { signalWhenNobodyHears } from '../caller-watch.ts'
import type { FlowRateLimiter } from '../flow-rate-limit.ts'
import { readRunSecret } from '../read-run-secret.ts'
import { streamEvents } from '../stream-events.ts'

function positionOf(request: FastifyRequest, after: string | undefined) {
  const header = request.headers['last-event-id']
  const text = after ?? (typeof header === 'string' ? header : undefined)
  if (text === undefined) return undefined
  const position = parseEventPosition(text)
  if (!position)
    throw new RunnelError(
      'invalid_input',
      'Last-Event-ID: must be the id of an event of this run, such as 1-42',
    )
  return position
}

/** Runs as our own pages start and follow them. */
export function runHandlers(context: ServingContext, limiter: FlowRateLimiter): HandlersOf<typeof runRoutes> {
  return {
    async startRun({ principal, body, request, reply }) {
      const run = await startRun(context, {
        ...body,
        principal,
        origin: request.headers.origin,
        countCall: (limit) => limiter.take(body.flowId, request.ip, limit),
        idempotencyKey: readIdempotencyKey(request),
        signal: signalWhenNobodyHears(reply),
        takeIn: takeInDocuments,
      })
      reply.header('X-Run-Id', run.runId)
      await streamEvents(reply, run.events)
      return reply
    },
    async readRunEvents({ principal, params, query, request, reply }) {
      const after = positionOf(request, query.after)
      const events = await followRun(context, principal, {
        runId: params.id,
        secret: readRunSecret(request),
        signal: signalWhenNobodyHears(reply),
        ...(after ? { after } : {}),
      })
      await streamEvents(reply, events)
      return reply
    },
  }
}
