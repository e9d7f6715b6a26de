import { makerOf, type Principal } from '@runnel/access'
import type { PredictionBody } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { ServingContext } from '../context.ts'
import type { GivenFile } from '../files/given-file.ts'
import { isStrangerTo } from '../flow-rights.ts'
import { loadVersion } from '../flows/create-version-cache.ts'
import { resolveCallOverrides } from '../flows/resolve-call-overrides.ts'
import { snapshotDraft } from '../flows/snapshot-draft.ts'
import { type AcceptedRun, acceptRun } from '../runs/accept-run.ts'
import { answerWaitingRun } from '../runs/answer-waiting-run.ts'
import type { TakeIn } from '../runs/keep-given.ts'
import { type ConversationRequest, sessionNamespace } from '../runs/open-conversation.ts'
import { runSecret } from '../runs/run-secret.ts'
import { tellCaller } from './called-flow.ts'
import {
  asksForStream,
  checkPrediction,
  checkStranger,
  conversationNames,
  ignoredFields,
  prependedHistory,
} from './parse-prediction.ts'
import { placeFormFiles } from './place-form-files.ts'

/** One prediction as the server received it. */
export interface SendMessage {
  /** The flow that `findPublicFlow` or `findOwnFlow` gave for this caller. */
  flow: FlowRow
  principal: Principal
  body: PredictionBody
  /** The body before parsing, to name what was ignored. */
  rawBody: unknown
  /** Takes documents of the question into the flow's store. */
  takeIn?: TakeIn | undefined
  /** Files of a form. */
  files?: readonly GivenFile[] | undefined
  /** Asked on the route for our own pages and keys of the workspace, past the flow's public rules. */
  isInternal: boolean
  /** Names the call among all of its flow and caller: said again, it gives the run that it began before. */
  idempotencyKey?: string | undefined
  /** Aborted when nobody may read the events any more; the run goes on. */
  signal?: AbortSignal | undefined
}

/** An accepted message: its run, and the names of what was ignored. */
export interface AcceptedMessage extends AcceptedRun {
  /** For whoever began the run: lets it be followed and stopped. Absent where an earlier run is answered. */
  secret?: string
  ignored: string[]
}

/**
 * Accepts a prediction of a caller who may make it: fits what the caller changes to what the author allows, and begins
 * a run or answers the one that waits.
 * @throws RunnelError `invalid_input`, `invalid_flow`
 */
export async function sendMessage(context: ServingContext, call: SendMessage): Promise<AcceptedMessage> {
  checkPrediction(call.body, call.files)
  if (isStrangerTo(call.flow, call.principal)) checkStranger(call.flow, call.body)
  return tellCaller(call.principal, call.flow, () => accept(context, call))
}

async function accept(context: ServingContext, call: SendMessage): Promise<AcceptedMessage> {
  const { flow, body, principal, isInternal, idempotencyKey, signal } = call
  const isOfDraft = isInternal && body.useDraft === true
  const version = await loadVersion(context, flow, {
    versionId: isOfDraft ? await snapshotDraft(context, flow, principal) : undefined,
  })
  const { document } = version
  const overrides = await resolveCallOverrides(context, body.overrideConfig, { flow, document })
  const conversation: ConversationRequest = {
    flow,
    versionId: version.id,
    chatType: isInternal ? 'INTERNAL' : 'EXTERNAL',
    namespace: sessionNamespace(principal, flow),
    names: conversationNames(body),
    asksForStream: asksForStream(body),
  }
  const { question, form, humanInput, uploads } = body
  const placed = placeFormFiles(context, { flow, document }, call.files ?? [])
  const accepted = humanInput
    ? await answerWaitingRun(context, { ...conversation, answer: humanInput, by: makerOf(principal), signal })
    : await acceptRun(context, {
        ...conversation,
        input: { question, form },
        uploads: [...(uploads ?? []), ...placed.uploads],
        loaderFiles: placed.loaderFiles,
        takeIn: call.takeIn,
        history: prependedHistory(body),
        overrides,
        idempotencyKey,
        signal,
      })
  const secret = humanInput ? {} : { secret: runSecret(context, accepted.runId) }
  return { ...accepted, ...secret, ignored: [...ignoredFields(call.rawBody), ...overrides.ignored] }
}
