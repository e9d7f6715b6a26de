import type { predictionRoutes } from '@runnel/contract'
import {
  abortChat,
  asksForStream,
  deleteMessages,
  listMessages,
  type ServingContext,
  sendMessage,
} from '@runnel/operations'
import { answerPrediction, isPlainTextRefusal } from '../answer-prediction.ts'
import type { Call, Handlers } from '../call.ts'
import type { FlowRateLimiter } from '../flow-rate-limit.ts'
import { readRunSecret } from '../read-run-secret.ts'

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

/** Predictions and messages. */
export function predictionHandlers(
  context: ServingContext,
  limiter: FlowRateLimiter,
): Pick<Handlers, keyof typeof predictionRoutes> {
  return {
    predict: (call) => predict(context, call, { isInternal: false, limiter }),
    predictInternally: (call) => predict(context, call, { isInternal: true, limiter }),
    abortChat: ({ principal, params, request }) =>
      abortChat(context, principal, {
        flowId: params.chatflowid,
        chatId: params.chatid,
        secret: readRunSecret(request),
      }),
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
