import type { Principal } from '@runnel/access'
import { type ChatMessage, type ChatType, chatTypeSchema, RunnelError } from '@runnel/contract'
import type { ChatMessageRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { parseTime } from '../executions/manage-executions.ts'
import type { Deletion } from '../flows/delete-flow.ts'
import { authorizeFlow, workspaceOf } from '../flows/flow-permissions.ts'
import { isoTime } from '../flows/present-flow.ts'

/** Which messages of a flow. */
export interface MessageQuery {
  flowId: string
  chatType?: string | string[] | undefined
  order?: 'ASC' | 'DESC' | undefined
  chatId?: string | undefined
  memoryType?: string | undefined
  sessionId?: string | undefined
  messageId?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  page?: number | undefined
  limit?: number | undefined
}

const parsed = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text))

function presentMessage(row: ChatMessageRow): ChatMessage {
  return {
    id: row.id,
    role: row.role,
    chatflowid: row.flowId,
    executionId: row.runId,
    content: row.content,
    sourceDocuments: parsed(row.sourceDocuments),
    usedTools: parsed(row.usedTools),
    fileAnnotations: parsed(row.fileAnnotations),
    agentReasoning: parsed(row.agentReasoning),
    reasonContent: parsed(row.reasonContent),
    fileUploads: parsed(row.fileUploads),
    artifacts: parsed(row.artifacts),
    action: parsed(row.action),
    followUpPrompts: row.followUpPrompts,
    chatType: row.chatType,
    chatId: row.chatId,
    memoryType: row.memoryType,
    sessionId: row.sessionId,
    leadEmail: row.leadEmail,
    createdDate: isoTime(row.createdAt),
  }
}

function wrongChatType(cause?: unknown): RunnelError {
  const message = `must be of ${chatTypeSchema.options.join(', ')}, or a JSON array of them`
  return new RunnelError('invalid_input', `chatType: ${message}`, {
    cause,
    issues: [{ path: 'chatType', message }],
  })
}

/** A JSON array as text, as the reference's clients send it. */
function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw wrongChatType(cause)
  }
}

/** Chat types of a query: one, several, or a JSON array as text. An unknown one is refused: it would mean all. */
function chatTypesOf(given: string | string[] | undefined): ChatType[] {
  if (given === undefined || given === '') return []
  const list = typeof given === 'string' && given.startsWith('[') ? parseList(given) : [given].flat()
  const types = chatTypeSchema.array().safeParse(list)
  if (!types.success) throw wrongChatType(types.error)
  return types.data
}

function filterOf(query: MessageQuery) {
  const { flowId, chatId, memoryType, sessionId, messageId, startDate, endDate } = query
  const chatTypes = chatTypesOf(query.chatType)
  return {
    flowId,
    ...(chatTypes.length > 0 ? { chatTypes } : {}),
    ...(chatId ? { chatId } : {}),
    ...(memoryType ? { memoryType } : {}),
    ...(sessionId ? { sessionId } : {}),
    ...(messageId ? { messageId } : {}),
    ...(startDate ? { from: parseTime('startDate', startDate) } : {}),
    ...(endDate ? { to: parseTime('endDate', endDate) } : {}),
  }
}

/** Messages of a flow of the caller's workspace, oldest first unless asked otherwise. */
export async function listMessages(
  context: OperationContext,
  principal: Principal,
  query: MessageQuery,
): Promise<{ rows: ChatMessage[]; total: number }> {
  const reader = context.db.read(workspaceOf(principal))
  const flow = await reader.flows.get(query.flowId)
  authorizeFlow(principal, flow.type, 'view')
  const { rows, total } = await reader.messages.list({
    ...filterOf(query),
    order: query.order === 'DESC' ? 'desc' : 'asc',
    page: query.page ?? 1,
    limit: query.limit ?? 200,
  })
  return { rows: rows.map(presentMessage), total }
}

/** Deletes the messages that a query names. */
export async function deleteMessages(
  context: OperationContext,
  principal: Principal,
  query: MessageQuery,
): Promise<Deletion> {
  const workspaceId = workspaceOf(principal)
  const flow = await context.db.read(workspaceId).flows.get(query.flowId)
  authorizeFlow(principal, flow.type, 'update')
  const { affected } = await context.db.write(workspaceId, (writer) =>
    writer.messages.deleteWhere(filterOf(query)),
  )
  return { raw: [], affected }
}
