import { type Principal, workspaceOf } from '@runnel/access'
import { type JsonObject, RunnelError, type SpeechBody } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { Component, Speech } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { createCredentialOpener, openVendor, presentFault } from '../credentials/open-vendor.ts'
import { mayOnFlows } from '../flow-rights.ts'
import { findFlowAnywhere } from '../flows/find-flow-anywhere.ts'
import { isUnguessable, sessionNamespace } from '../runs/open-conversation.ts'
import { consentsOf, findSpeechService, speechComponent } from '../speech/speech-settings.ts'
import { type FlowCall, findOwnFlow, findPublicFlow } from './called-flow.ts'

export type { Speech } from '@runnel/node-kit'

/** A text that somebody wants to hear. */
export interface SpeakText extends Omit<FlowCall, 'flowId'> {
  body: SpeechBody
  signal: AbortSignal
}

/** A text, and the service that reads it out. */
interface Wanted {
  workspaceId: string
  service: Component
  text: string
}

const MISSING = 'There is no such answer to read out.'

function refuse(path: string, message: string): RunnelError {
  return new RunnelError('invalid_input', `${path}: ${message}`, { issues: [{ path, message }] })
}

/** Has a service read a text out. @throws what the vendor refuses, in words without secrets */
async function speak(
  context: OperationContext,
  { workspaceId, service, text }: Wanted,
  signal: AbortSignal,
): Promise<Speech> {
  const say = await context.catalogue.loadCapability(service.type, 'textToSpeech')
  if (!say) throw new Error(`${service.type} reads nothing out`)
  const credentials = createCredentialOpener(context, workspaceId)
  const present = (error: unknown) => presentFault(service.label, error, credentials.secrets())
  try {
    const vendor = await openVendor(context, service, {
      credentials,
      consentedHosts: consentsOf(service, context.catalogue.find),
      readFile: () => Promise.reject(new RunnelError('not_found', 'There is no file.')),
      kind: 'textToSpeech',
    })
    const { format, audio } = await say(service, vendor, { text, signal })
    return { format, audio: withFaults(audio, present) }
  } catch (error) {
    throw present(error)
  }
}

async function* withFaults(audio: Speech['audio'], present: (error: unknown) => unknown) {
  try {
    yield* audio
  } catch (error) {
    throw present(error)
  }
}

/** The service that a caller names, for people and keys who may edit flows: it spends the credential. */
function findNamed(context: OperationContext, { body, principal }: SpeakText): Wanted {
  const { provider = '', credentialId = '', voice, model, text = '' } = body
  const mayEdit = mayOnFlows(principal, 'CHATFLOW', 'update') || mayOnFlows(principal, 'AGENTFLOW', 'update')
  if (principal.kind === 'anonymous') throw new RunnelError('unauthenticated', 'Invalid or Missing token')
  if (!mayEdit) throw new RunnelError('forbidden', 'Trying out a voice needs the right to edit flows.')
  const definition = context.catalogue.find(provider)
  if (definition?.settingOf !== 'textToSpeech')
    throw refuse('provider', 'names no service that reads texts out')
  const values: JsonObject = { ...(voice && { voice }), ...(model && { model }) }
  const service = speechComponent(definition, { values, credential: credentialId })
  return { workspaceId: workspaceOf(principal), service, text }
}

/** Whether somebody may see the flow, so that any text may be read out for them. */
async function isMember(context: OperationContext, principal: Principal, flowId: string): Promise<boolean> {
  if (principal.kind === 'anonymous') return false
  const flow = await findFlowAnywhere(context, flowId)
  return (
    flow !== undefined &&
    principal.workspaceId === flow.workspaceId &&
    mayOnFlows(principal, flow.type, 'view')
  )
}

/**
 * The answer that a stranger was given: nothing else is read out at its author's cost, and nothing at all where the
 * author did not make the flow public.
 */
async function findAnswer(
  context: OperationContext,
  flow: FlowRow,
  { principal, body: { chatId = '', chatMessageId = '' } }: SpeakText,
): Promise<string> {
  const missing = new RunnelError('not_found', MISSING)
  if (!flow.isPublic || !isUnguessable(chatId)) throw missing
  const message = await context.db.read(flow.workspaceId).messages.find(chatMessageId)
  const isTheirs =
    message?.flowId === flow.id &&
    message.chatId === chatId &&
    message.namespace === sessionNamespace(principal, flow)
  if (!isTheirs) throw missing
  return message.content
}

async function findOfFlow(context: OperationContext, flowId: string, call: SpeakText): Promise<Wanted> {
  const isOwn = await isMember(context, call.principal, flowId)
  const flow = await (isOwn ? findOwnFlow : findPublicFlow)(context, { ...call, flowId })
  const service = findSpeechService(flow, 'textToSpeech', context.catalogue)
  if (!service) throw refuse('chatflowId', 'is a flow that reads nothing out')
  const text = isOwn ? (call.body.text ?? '') : await findAnswer(context, flow, call)
  return { workspaceId: flow.workspaceId, service, text }
}

/**
 * Reads a text out as the settings of a flow say, or by a service that somebody names who may edit flows. Strangers
 * hear the answers that they were given, and nothing else.
 * @throws RunnelError `invalid_input`, `not_found`, `unauthenticated`, `forbidden`, `rate_limited`, `missing_credential`,
 *   `model_error`
 */
export async function speakText(context: OperationContext, call: SpeakText): Promise<Speech> {
  const { chatflowId } = call.body
  const wanted =
    chatflowId === undefined ? findNamed(context, call) : await findOfFlow(context, chatflowId, call)
  if (wanted.text.trim() === '') throw refuse('text', 'is empty')
  return speak(context, wanted, call.signal)
}

/** Reads an answer of a flow out by itself, as its author wants; undefined where nobody reads. */
export async function speakAnswer(
  context: OperationContext,
  flow: FlowRow,
  { text, signal }: { text: string; signal: AbortSignal },
): Promise<Speech | undefined> {
  const service = findSpeechService(flow, 'textToSpeech', context.catalogue)
  if (!service || text.trim() === '') return undefined
  return speak(context, { workspaceId: flow.workspaceId, service, text }, signal)
}
