import {
  type attachmentRoutes,
  isRunnelError,
  type predictionRoutes,
  type RunnelError,
} from '@runnel/contract'
import {
  abortChat,
  asksForStream,
  createAttachments,
  deleteMessages,
  type FlowCall,
  findOwnFlow,
  findPublicFlow,
  listMessages,
  readsOut,
  type ServingContext,
  sendMessage,
  speakAnswer,
  takeInDocuments,
} from '@runnel/operations'
import type { FastifyRequest } from 'fastify'
import { answerPrediction, isPlainTextRefusal, type ReadOut } from '../answer-prediction.ts'
import type { Admissions, Call, Handlers } from '../call.ts'
import { signalWhenCallerIsOut } from '../caller-watch.ts'
import type { FlowRateLimiter } from '../flow-rate-limit.ts'
import { nameOfFlowCall } from '../idempotency.ts'
import { readRunSecret } from '../read-run-secret.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The flow that a prediction asks, or why it may not: known before the body is read. */
    calledFlow: Awaited<ReturnType<typeof findPublicFlow>> | RunnelError | undefined
  }
}

const isTold = (error: unknown): error is RunnelError => isPlainTextRefusal(error, true)

/**
 * Finds the flows of predictions before their bodies are read. How some refusals are worded hangs on the body, so they
 * wait for it, and of a refused call only a small body is read.
 */
export function predictionAdmissions(context: ServingContext, limiter: FlowRateLimiter): Admissions {
  const admit =
    (find: typeof findPublicFlow) =>
    async (
      request: FastifyRequest,
      { id: own = '', chatflowId: id = own }: Readonly<Record<string, string>>,
    ) => {
      // Asked once more for a late body, a call is still one.
      const isCounted = request.calledFlow !== undefined
      const call: FlowCall = {
        flowId: id,
        principal: request.principal,
        origin: request.headers.origin,
        countCall: (limit) => {
          if (!isCounted) limiter.take(id, request.ip, limit)
        },
      }
      request.calledFlow = await find(context, call).catch((error: unknown) => {
        if (isTold(error)) return error
        throw error
      })
    }
  return {
    predict: admit(findPublicFlow),
    predictInternally: admit(findOwnFlow),
    createAttachments: admit(findPublicFlow),
  }
}

/** The flow of a call whose body is read by now. @throws RunnelError why it may not be called */
function calledFlow({ calledFlow: flow }: FastifyRequest) {
  if (flow === undefined || isRunnelError(flow)) throw flow
  return flow
}

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
export function predictionHandlers(
  context: ServingContext,
): Pick<Handlers, keyof (typeof predictionRoutes & typeof attachmentRoutes)> {
  return {
    createAttachments: ({ principal, params, body, request }) =>
      createAttachments(context, {
        principal,
        flow: calledFlow(request),
        chatId: params.chatId,
        files: request.formFiles ?? [],
        isBase64: body.base64 !== undefined && !['', 'false'].includes(body.base64),
      }),
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
