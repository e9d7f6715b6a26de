import type { FlowRow } from '@runnel/db'
import type { AskedConversation, ConversationPin, PlannedFlow } from '@runnel/engine'
import type { OperationContext } from '../context.ts'
import { readWithPatience } from '../storage-patience.ts'
import type { PreparedVersion } from '../version-cache.ts'
import { findGuessable, isPrivate, outsideSessionOf, resolveSession } from './open-conversation.ts'
import { readHistory } from './read-history.ts'

/** A flow inside another, and whose conversations with it are meant. */
interface InnerFlow {
  flow: FlowRow
  version: PreparedVersion
  namespace: string
}

/**
 * The conversation with a flow that another flow asks, and what was said there before: by the names that the flow
 * would be called by from outside. A resumed run finds the one that it began with, up to where it saw it.
 */
export async function openInnerConversation(
  context: OperationContext,
  inner: InnerFlow,
  asked: AskedConversation | ConversationPin,
): Promise<PlannedFlow['conversation']> {
  const { flow, namespace } = inner
  const pin = 'seenAt' in asked ? asked : undefined
  const { chatId, sessionId, isNew } = pin
    ? { ...pin, isNew: pin.until === undefined }
    : nameConversation(inner, asked)
  const outsideSession = outsideSessionOf(namespace, sessionId)
  const begun = {
    chatId,
    sessionId,
    seenAt: pin?.seenAt ?? context.now(),
    ...(outsideSession !== undefined && { outsideSession }),
  }
  if (isNew) return { ...begun, pastHistory: [] }
  const { messages, positions } = await readWithPatience(context, () =>
    readHistory(
      context.db.read(flow.workspaceId),
      { flowId: flow.id, sessionId, namespace },
      pin ? { until: pin.until, seenAt: pin.seenAt } : {},
    ),
  )
  const until = positions.at(-1)
  return { ...begun, pastHistory: [...messages], ...(until !== undefined && { until }) }
}

function nameConversation({ flow, version, namespace }: InnerFlow, asked: AskedConversation) {
  const { fixedSessionId } = version
  const isOfStranger = isPrivate(flow, namespace)
  // Where conversations are private, a stranger goes on with none that others could guess.
  const names = isOfStranger && findGuessable(asked) !== undefined ? {} : asked
  return resolveSession(names, {
    type: flow.type,
    fixedSessionId,
    isInternal: false,
    isPrivate: isOfStranger,
  })
}
