import { isRunnelError, type RunnelError } from '@runnel/contract'
import { type FlowCall, findOwnFlow, findPublicFlow, type ServingContext } from '@runnel/operations'
import type { FastifyRequest } from 'fastify'
import { isPlainTextRefusal } from './answer-prediction.ts'
import type { Admissions } from './call.ts'
import type { FlowRateLimiter } from './flow-rate-limit.ts'

type CalledFlow = Awaited<ReturnType<typeof findPublicFlow>>

declare module 'fastify' {
  interface FastifyRequest {
    /** The flow that a prediction asks, or why it may not: known before the body is read. */
    calledFlow: CalledFlow | RunnelError | undefined
  }
}

const isTold = (error: unknown): error is RunnelError => isPlainTextRefusal(error, true)

/**
 * Finds the flows of predictions, and of files for them, before their bodies are read. How some refusals are worded hangs on the body, so they
 * wait for it, and of a refused call only a small body is read.
 */
export function flowAdmissions(context: ServingContext, limiter: FlowRateLimiter): Admissions {
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
export function calledFlow({ calledFlow: flow }: FastifyRequest): CalledFlow {
  if (flow === undefined || isRunnelError(flow)) throw flow
  return flow
}
