import { parseEventPosition, type predictionRoutes, RunnelError } from '@runnel/contract'
import {
  abortChat,
  asksForStream,
  deleteMessages,
  followRun,
  listMessages,
  type ServingContext,
  sendMessage,
} from '@runnel/operations'
import type { FastifyRequest } from 'fastify'
import { answerPrediction, isPlainTextRefusal } from '../answer-prediction.ts'
import type { Call, Handlers } from '../call.ts'
import { signalWhenCallerLeaves } from '../caller-leaves.ts'
import type { FlowRateLimiter } from '../flow-rate-limit.ts'
import { openEventStream, streamEvents } from '../stream-events.ts'

async function predict(
  context: ServingContext,
  call: Call<'predict'> | Call<'predictInternally'>,
  options: { isInternal: boolean; limiter: FlowRateLimiter },
) {
  const { params, body, request, reply, principal } = call
  try {
    const accepted = await sendMessage(context, {
      flowId: params.id,
      body,
      rawBody: request.rawJson,
      principal,
      isInternal: options.isInternal,
      origin: request.headers.origin,
      countCall: (limit) => options.limiter.take(params.id, request.ip, limit),
    })
    return await answerPrediction(reply, accepted)
  } catch (error) {
    if (!isPlainTextRefusal(error, asksForStream(body))) throw error
    return reply.status(error.status).type('text/plain; charset=utf-8').send(error.message)
  }
}

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

/** Predictions, runs and their messages. */
export function predictionHandlers(
  context: ServingContext,
  limiter: FlowRateLimiter,
): Pick<Handlers, keyof typeof predictionRoutes> {
  return {
    predict: (call) => predict(context, call, { isInternal: false, limiter }),
    predictInternally: (call) => predict(context, call, { isInternal: true, limiter }),
    async readRunEvents({ principal, params, query, request, reply }) {
      const after = positionOf(request, query.after)
      const events = await followRun(context, principal, {
        runId: params.id,
        signal: signalWhenCallerLeaves(reply),
        ...(after ? { after } : {}),
      })
      await streamEvents(reply, events, openEventStream(reply))
      return reply
    },
    abortChat: ({ principal, params }) =>
      abortChat(context, principal, { flowId: params.chatflowid, chatId: params.chatid }),
    async listMessages({ principal, params, query }) {
      return (await listMessages(context, principal, { flowId: params.id, ...query })).rows
    },
    async listInternalMessages({ principal, params, query }) {
      return (await listMessages(context, principal, { flowId: params.id, ...query, chatType: 'INTERNAL' }))
        .rows
    },
    deleteMessages: ({ principal, params, query }) =>
      deleteMessages(context, principal, { flowId: params.id, ...query }),
  }
}
