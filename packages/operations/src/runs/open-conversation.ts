import { randomUUIDv7 } from 'node:crypto'
import {
  type ChatType,
  type FindDefinition,
  type FlowDocument,
  type FlowType,
  findValueReadAs,
  providedBy,
} from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { loadVersion } from '../flows/load-version.ts'
import { canStream } from '../flows/streaming-rule.ts'
import type { PreparedVersion } from '../version-cache.ts'
import { checkPrivateNames, isPrivate } from './private-session.ts'

/** What a caller calls its conversation, as far as it does. */
export interface ConversationNames {
  chatId?: string | undefined
  sessionId?: string | undefined
}

/** Which conversation with which flow is meant, and whether its answer is read as it comes. */
export interface ConversationRequest {
  flow: FlowRow
  /** The version to run; the one that callers of the flow run now when absent. */
  versionId?: string | undefined
  /** The vector store that is filled, in place of an answer. */
  ingests?: string | undefined
  /** Where the call comes from; on the canvas (`INTERNAL`) a session that the author fixed goes first. */
  chatType: ChatType
  /** Whose conversations are meant (`sessionNamespace`). */
  namespace: string
  names?: ConversationNames | undefined
  /** Asks for an answer as it comes; a flow that cannot stream answers whole. */
  asksForStream?: boolean | undefined
}

/** The ids of a conversation; `isNew` when nobody named one, so that there is no history to read. */
export interface ConversationIds {
  chatId: string
  sessionId: string
  isNew: boolean
}

/** A conversation that can go on: its version is ready to run, and its ids are known. */
export interface Conversation {
  flow: FlowRow
  version: PreparedVersion
  chatType: ChatType
  namespace: string
  ids: ConversationIds
  /** Whether the answer is streamed: asked for, and possible. */
  streams: boolean
}

/** The session id that the author wrote into the flow's memory node, if any. */
function memorySessionId(document: FlowDocument, find: FindDefinition): string | undefined {
  const memories = document.nodes.filter(({ type, outputs }) =>
    providedBy(find(type), outputs?.output).includes('memory'),
  )
  const edge = document.edges.find((candidate) => memories.some((node) => node.id === candidate.source))
  const memory = memories.find((node) => node.id === edge?.source)
  const value = memory && findValueReadAs(memory.values, find(memory.type), 'sessionId')
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Chat id and session id of a call, by Flowise's rules (`docs/compatibility.md`). */
export function resolveSession(
  names: ConversationNames,
  flow: { type: FlowType; document: FlowDocument; isInternal: boolean; isPrivate?: boolean },
  find: FindDefinition,
): ConversationIds {
  const { sessionId: given } = names
  const named = names.chatId ?? given
  const chatId = named ?? randomUUIDv7()
  if (flow.type === 'AGENTFLOW') return { chatId, sessionId: given ?? chatId, isNew: named === undefined }
  // A session that the author fixed is one for all callers.
  const fromMemory = flow.isPrivate ? undefined : memorySessionId(flow.document, find)
  const sessionId = flow.isInternal ? (fromMemory ?? chatId) : (given ?? names.chatId ?? fromMemory ?? chatId)
  return { chatId, sessionId, isNew: named === undefined && fromMemory === undefined }
}

/**
 * Finds what a call to a flow needs before it can be answered, whoever makes it.
 * @throws RunnelError `not_found` for a version that is not there, `invalid_flow` for one that cannot run,
 *   `invalid_input` for a conversation that could be somebody else's
 */
export async function openConversation(
  context: OperationContext,
  request: ConversationRequest,
): Promise<Conversation> {
  const { flow, versionId, ingests, chatType, namespace, names = {}, asksForStream = false } = request
  const { find } = context.catalogue
  const isOfStranger = isPrivate(flow, namespace)
  if (isOfStranger) checkPrivateNames(names)
  const version = await loadVersion(context, flow, { versionId, ingests })
  const { document } = version
  const isInternal = chatType === 'INTERNAL'
  return {
    flow,
    version,
    chatType,
    namespace,
    ids: resolveSession(names, { type: flow.type, document, isInternal, isPrivate: isOfStranger }, find),
    streams: asksForStream && canStream(flow, document, find),
  }
}
