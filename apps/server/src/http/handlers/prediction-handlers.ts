import type { predictionRoutes } from '@runnel/contract'
import {
  abortChat,
  asksForStream,
  deleteMessages,
  listMessages,
  readsOut,
  type ServingContext,
  sendMessage,
  speakAnswer,
  takeInDocuments,
} from '@runnel/operations'
import { answerPrediction, isPlainTextRefusal, type ReadOut } from '../answer-prediction.ts'
import type { Call, HandlersOf } from '../call.ts'
import { calledFlow } from '../called-flow.ts'
import { signalWhenCallerIsOut } from '../caller-watch.ts'
import { nameOfFlowCall } from '../idempotency.ts'
import { readRunSecret } from '../read-run-secret.ts'

async function predict(
  context: ServingContext,
  call: Call<'predict'> | Call<'predictInternally'>,
  { isInternal }: { isInternal: boolean },
) {
  const { body, request, reply, principal } = call
  try {
    const flow = calledFlow(request)
    const rawBody = request.rawJson
    const idempotencyKey = nameOfFlowCall(call, call.params.id)
    const files = request.formFiles ?? []
    const signal = asksForStream(body) ? signalWhenCallerIsOut(reply) : undefined
    const message = {
      flow,
      body,
      files,
      takeIn: takeInDocuments,
      rawBody,
      principal,
      isInternal,
      idempotencyKey,
      signal,
    }
    const accepted = await sendMessage(context, message)
    const readOut: ReadOut | undefined = readsOut(flow)
      ? (text, signal) => speakAnswer(context, flow, { text, signal })
      : undefined
    return await answerPrediction(reply, accepted, { readOut, signal })
  } catch (error) {
    if (!isPlainTextRefusal(error, asksForStream(body))) throw error
    return reply.status(error.status).type('text/plain; charset=utf-8').send(error.message)
  }
}

/** Predictions and messages. */
export function predictionHandlers(context: ServingContext): HandlersOf<typeof predictionRoutes> {
  return {
    predict: (call) => predict(context, call, { isInternal: false }),
    predictInternally: (call) => predict(context, call, { isInternal: true }),
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
