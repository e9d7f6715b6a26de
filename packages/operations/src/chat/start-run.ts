import { makerOf } from '@runnel/access'
import type { StartRunBody } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { ServingContext } from '../context.ts'
import { snapshotDraft } from '../flows/snapshot-draft.ts'
import { type AcceptedRun, acceptRun } from '../runs/accept-run.ts'
import { answerWaitingRun } from '../runs/answer-waiting-run.ts'
import type { TakeIn } from '../runs/keep-given.ts'
import { sessionNamespace } from '../runs/open-conversation.ts'
import { type FlowCall, findOwnFlow, tellCaller } from './called-flow.ts'

/** A run that one of our own pages starts, and reads from its first event on. */
export interface StartRun extends FlowCall, Omit<StartRunBody, 'flowId'> {
  idempotencyKey?: string | undefined
  /** Takes documents of the question into the flow's store. */
  takeIn?: TakeIn | undefined
  /** Aborted when the page leaves; the run goes on. */
  signal?: AbortSignal | undefined
}

/**
 * Starts a run of a flow of the caller's workspace, or answers the one that waits in the conversation.
 * @throws RunnelError `not_found`, `forbidden`, `invalid_flow`, `conflict`, `already_answered`, `uploads_not_supported`
 */
export async function startRun(context: ServingContext, call: StartRun): Promise<AcceptedRun> {
  const { principal } = call
  const flow = await findOwnFlow(context, call)
  return tellCaller(principal, flow, () => accept(context, flow, call))
}

async function accept(context: ServingContext, flow: FlowRow, call: StartRun): Promise<AcceptedRun> {
  const { principal, input, chatId, useDraft, idempotencyKey, signal } = call
  const request = {
    flow,
    versionId: useDraft === true ? await snapshotDraft(context, flow, principal) : undefined,
    chatType: 'INTERNAL' as const,
    namespace: sessionNamespace(principal, flow),
    names: { chatId },
    asksForStream: true,
    signal,
  }
  if ('humanInput' in input)
    return answerWaitingRun(context, { ...request, answer: input.humanInput, by: makerOf(principal) })
  const uploads = 'question' in input ? input.uploads : undefined
  return acceptRun(context, {
    ...request,
    input,
    uploads,
    takeIn: call.takeIn,
    idempotencyKey,
  })
}
