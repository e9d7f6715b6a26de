import { upsertResultSchema, type vectorRoutes } from '@runnel/contract'
import { readResult, type ServingContext, upsertVectors } from '@runnel/operations'
import { setRunHeaders } from '../answer-prediction.ts'
import type { Call, HandlersOf } from '../call.ts'
import type { FlowRateLimiter } from '../flow-rate-limit.ts'

/** Vector stores of flows. */
export function vectorHandlers(
  context: ServingContext,
  limiter: FlowRateLimiter,
): HandlersOf<typeof vectorRoutes> {
  const upsert = async ({
    params,
    body,
    request,
    reply,
    principal,
  }: Call<'upsertVectors'> | Call<'upsertInternally'>) => {
    const accepted = await upsertVectors(context, {
      flowId: params.id,
      principal,
      ...body,
      files: request.formFiles ?? [],
      origin: request.headers.origin,
      countCall: (limit) => limiter.take(params.id, request.ip, limit),
    })
    setRunHeaders(reply, accepted)
    try {
      return upsertResultSchema.parse(await readResult(accepted))
    } catch (error) {
      await accepted.discard()
      throw error
    }
  }
  return { upsertVectors: upsert, upsertInternally: upsert }
}
