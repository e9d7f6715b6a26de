import type { FlowRow, PastMessages } from '@runnel/db'
import type { AskedConversation, ConversationPin, KeptOfSession, PlannedFlow } from '@runnel/engine'
import type { OperationContext } from '../context.ts'
import { readWithPatience } from '../storage-patience.ts'
import type { PreparedVersion } from '../version-cache.ts'
import { findGuessable, isPrivate, outsideSessionOf, resolveSession } from './open-conversation.ts'
import { readHistory } from './read-history.ts'
import { readKept } from './read-kept.ts'

/** A flow inside another, and whose conversations with it are meant. */
interface InnerFlow {
  flow: FlowRow
  version: PreparedVersion
  namespace: string
}

/** A conversation with a flow inside another: what was said there, with its places, and what the flow kept of it. */
interface InnerConversation {
  conversation: PlannedFlow['conversation']
  past: PastMessages
  kept: KeptOfSession | undefined
}

const NO_HISTORY: PastMessages = { messages: [], positions: [] }

/**
 * The conversation with a flow that another flow asks, and what was said there before: by the names that the flow
 * would be called by from outside. A resumed run finds the one that it began with, up to where it saw it; what the flow
 * kept of it then, the run knows itself.
 */
export async function openInnerConversation(
  context: OperationContext,
  inner: InnerFlow,
  asked: AskedConversation | ConversationPin,
): Promise<InnerConversation> {
  const { flow, version, namespace } = inner
  const pin = 'seenAt' in asked ? asked : undefined
  const { chatId, sessionId, isNew } = pin
    ? { ...pin, isNew: pin.until === undefined }
    : nameConversation(inner, asked)
  const seenAt = pin?.seenAt ?? context.now()
  const session = { flowId: flow.id, sessionId, namespace }
  const [past, kept, outsideSession] = await readWithPatience(context, () =>
    Promise.all([
      isNew
        ? NO_HISTORY
        : readHistory(
            context.db.read(flow.workspaceId),
            session,
            pin ? { until: pin.until, seenAt: pin.seenAt } : {},
          ),
      pin ? undefined : readKept(context, { flow, version, namespace, sessionId }),
      outsideSessionOf(context, flow, session),
    ]),
  )
  const until = past.positions.at(-1)
  const conversation = {
    chatId,
    sessionId,
    seenAt,
    ...(outsideSession !== undefined && { outsideSession }),
    pastHistory: [...past.messages],
    ...(until !== undefined && { until }),
  }
  return { conversation, past, kept }
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
