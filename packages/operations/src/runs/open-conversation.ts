import { randomUUIDv7 } from 'node:crypto'
import type { Principal } from '@runnel/access'
import { type ChatType, type FlowType, type JsonObject, RunnelError } from '@runnel/contract'
import type { FileQuota, FlowRow, PastMessages, VectorQuota } from '@runnel/db'
import type { KeptOfSession } from '@runnel/engine'
import type { OperationContext } from '../context.ts'
import { isPostProcessed, mayOnFlows } from '../flow-rights.ts'
import { loadVersion } from '../flows/create-version-cache.ts'
import { readVariableValues } from '../variables/read-variable-values.ts'
import type { PreparedVersion } from '../version-cache.ts'
import { readHistory } from './read-history.ts'
import { readKept } from './read-kept.ts'

/** The namespace of everybody who is nobody in particular. */
const ANONYMOUS = 'anonymous'

/** What the namespace of a person's conversations begins with. */
const OF_PERSON = 'user:'

/** The namespace of a person's conversations. */
export const namespaceOfPerson = (userId: string): string => `${OF_PERSON}${userId}`

/** The namespace of what nobody in particular does in a workspace: its keys, the product itself. */
export const namespaceOfWorkspace = (workspaceId: string): string => `workspace:${workspaceId}`

/** Whether conversations of a namespace are those of strangers: whoever has an account is one in workspaces that they cannot enter. */
async function isOfStrangers(
  { db }: Pick<OperationContext, 'db'>,
  workspaceId: string,
  namespace: string,
): Promise<boolean> {
  if (!namespace.startsWith(OF_PERSON)) return namespace === ANONYMOUS
  const userId = namespace.slice(OF_PERSON.length)
  return (await db.system.accounts.findEnteredPlace(userId, workspaceId)) === undefined
}

/** How many bytes callers of a namespace may give: strangers may fill neither a flow nor the disk. */
export async function fileQuotaOf(
  context: Pick<OperationContext, 'db' | 'settings'>,
  workspaceId: string,
  namespace: string,
): Promise<FileQuota | undefined> {
  const isCounted = await isOfStrangers(context, workspaceId, namespace)
  return isCounted ? context.settings.strangersFiles : undefined
}

/** How many vectors callers of a namespace may have made of what they give; absent: as many as they like. */
export async function vectorQuotaOf(
  context: Pick<OperationContext, 'db' | 'settings'>,
  workspaceId: string,
  namespace: string,
): Promise<VectorQuota | undefined> {
  const isCounted = await isOfStrangers(context, workspaceId, namespace)
  return isCounted ? context.settings.strangersVectors : undefined
}

/** Whether a key of the flow's own workspace may run it; another key is nobody in particular. */
function isMember(
  principal: Principal & { kind: 'api-key' },
  flow: Pick<FlowRow, 'workspaceId' | 'type' | 'apikeyid'>,
): boolean {
  const mayRun = principal.keyId === flow.apikeyid || mayOnFlows(principal, flow.type, 'view')
  return principal.workspaceId === flow.workspaceId && mayRun
}

/** Whose sessions with a flow a caller's are: conversations of different callers never meet (`docs/compatibility.md`). */
export function sessionNamespace(
  principal: Principal,
  flow: Pick<FlowRow, 'workspaceId' | 'type' | 'apikeyid'>,
): string {
  switch (principal.kind) {
    case 'user':
      return namespaceOfPerson(principal.userId)
    case 'api-key':
      return isMember(principal, flow) ? namespaceOfWorkspace(principal.workspaceId) : ANONYMOUS
    case 'system':
      return namespaceOfWorkspace(principal.workspaceId)
    case 'anonymous':
      return ANONYMOUS
    default:
      return principal satisfies never
  }
}

/** A random UUID: version 4, or version 7, which the server issues. */
const RANDOM_UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'
const IS_RANDOM = new RegExp(`^${RANDOM_UUID}$`, 'i')
const ENDS_RANDOM = new RegExp(`${RANDOM_UUID}$`, 'i')

/** True for the id of a chat that only its caller can know; the published widget may put a name before a UUID. */
export function isUnguessable(chatId: string): boolean {
  return ENDS_RANDOM.test(chatId)
}

/**
 * What a memory outside this product calls a session. It knows no callers, only names: a stranger who names a
 * conversation that others could guess gets one of their own; undefined where the id itself will do.
 */
export async function outsideSessionOf(
  context: Pick<OperationContext, 'db'>,
  { workspaceId }: Pick<FlowRow, 'workspaceId'>,
  { namespace, sessionId }: { namespace: string; sessionId: string },
): Promise<string | undefined> {
  if (isUnguessable(sessionId) || !(await isOfStrangers(context, workspaceId, namespace))) return undefined
  return `${namespace}:${sessionId}`
}

/** Whether a caller must show by the very id of its conversation that it is the one who began it. */
export function isPrivate(flow: Pick<FlowRow, 'privateSessions'>, namespace: string): boolean {
  return flow.privateSessions && namespace === ANONYMOUS
}

/** The name of a conversation that others could guess, as callers give it. */
export function findGuessable({ chatId, sessionId }: ConversationNames): string | undefined {
  const given = { chatId, 'overrideConfig.sessionId': sessionId }
  return Object.entries(given).find(([_, id]) => id !== undefined && !IS_RANDOM.test(id))?.[0]
}

/** @throws RunnelError `invalid_input` for an id that others could guess, where conversations are private */
function checkPrivateNames(names: ConversationNames): void {
  const path = findGuessable(names)
  if (path === undefined) return
  const fault =
    'must be the id that the first answer gave, or a random UUID (version 4 or 7): the conversations of this flow are private, and others could guess this one'
  throw new RunnelError('invalid_input', `${path} ${fault}.`, { issues: [{ path, message: fault }] })
}

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

/** Chat id and session id of a call, by Flowise's rules (`docs/compatibility.md`). */
export function resolveSession(
  names: ConversationNames,
  flow: { type: FlowType; fixedSessionId: string | undefined; isInternal: boolean; isPrivate?: boolean },
): ConversationIds {
  const { sessionId: given } = names
  const named = names.chatId ?? given
  const chatId = named ?? randomUUIDv7()
  if (flow.type === 'AGENTFLOW') return { chatId, sessionId: given ?? chatId, isNew: named === undefined }
  // A session that the author fixed is one for all callers.
  const fromMemory = flow.isPrivate ? undefined : flow.fixedSessionId
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
  const isOfStranger = isPrivate(flow, namespace)
  if (isOfStranger) checkPrivateNames(names)
  const version = await loadVersion(context, flow, { versionId, ingests })
  const { canStream, fixedSessionId } = version
  const isInternal = chatType === 'INTERNAL'
  return {
    flow,
    version,
    chatType,
    namespace,
    ids: resolveSession(names, { type: flow.type, fixedSessionId, isInternal, isPrivate: isOfStranger }),
    streams: asksForStream && canStream && !isPostProcessed(flow.chatbotConfig),
  }
}

/** What a run sees of its workspace and its session, fixed at its start. */
interface RunWorld {
  past: PastMessages
  variables: Record<string, string>
  state: JsonObject
  /** The form of the call, or the session's for a call that brings none. */
  form: JsonObject | undefined
}

const NO_HISTORY: PastMessages = { messages: [], positions: [] }

const NOTHING_KEPT: KeptOfSession = {}

const isEmpty = (form: JsonObject | undefined) => form === undefined || Object.keys(form).length === 0

/** Reads history, variables, and the state and form that a session keeps; only what the flow can use. */
export async function readRunContext(
  context: OperationContext,
  conversation: Conversation,
  { runId, form }: { runId: string; form: JsonObject | undefined },
): Promise<RunWorld> {
  const { flow, namespace, version, ids } = conversation
  const { workspaceId } = flow
  const session = { flowId: flow.id, namespace, sessionId: ids.sessionId }
  const keeps = { keepsState: version.keepsState, keepsForm: version.keepsForm && isEmpty(form) }
  const [past, variables, kept] = await Promise.all([
    ids.isNew ? NO_HISTORY : readHistory(context.db.read(workspaceId), session),
    version.usesVariables ? readVariableValues(context, workspaceId, runId) : {},
    ids.isNew
      ? NOTHING_KEPT
      : readKept(context, { flow, version: keeps, namespace, sessionId: ids.sessionId }),
  ])
  return { past, variables, state: kept.state ?? {}, form: kept.form ?? form }
}
