import { isRunnelError, upsertResultSchema, type vectorRoutes } from '@runnel/contract'
import {
  type AcceptedUpsert,
  listFills,
  readResult,
  type ServingContext,
  upsertVectors,
} from '@runnel/operations'
import { setRunHeaders } from '../answer-prediction.ts'
import type { Call, HandlersOf } from '../call.ts'
import type { FlowRateLimiter } from '../flow-rate-limit.ts'

/** What came of a filling. What was given for it goes where it failed; where this process ends, the run goes on elsewhere. */
async function readCounts(accepted: AcceptedUpsert) {
  try {
    return upsertResultSchema.parse(await readResult(accepted))
  } catch (error) {
    if (!isRunnelError(error) || error.code !== 'unavailable') await accepted.discard()
    throw error
  }
}

/** Vector stores of flows. */
export function vectorHandlers(
  context: ServingContext,
  limiter: FlowRateLimiter,
): HandlersOf<typeof vectorRoutes> {
  const begin = async ({
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
    return accepted
  }
  return {
    upsertVectors: async (call) => readCounts(await begin(call)),
    async upsertInternally(call) {
      const accepted = await begin(call)
      const counts = readCounts(accepted)
      if (call.query.wait !== 'false') return counts
      // Who follows the run is told how it ended.
      counts.catch(() => undefined)
      return { jobId: accepted.runId, chatId: accepted.chatId }
    },
    listFills: ({ principal, params }) => listFills(context, principal, params.id),
  }
}
