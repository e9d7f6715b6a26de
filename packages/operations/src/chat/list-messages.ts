import { type Principal, workspaceOf } from '@runnel/access'
import { type ChatMessage, type FlowType, isoTime } from '@runnel/contract'
import type { ChatMessageRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { authorizeFlow, seesSteps } from '../flow-rights.ts'
import { filterOf, type MessageQuery } from './message-filter.ts'

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

/** What the models of an agent flow thought is part of its steps, which not everybody sees who sees its chats. */
const tellsThoughts = (type: FlowType): boolean => type !== 'AGENTFLOW' && type !== 'MULTIAGENT'

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
  const showsThoughts = tellsThoughts(flow.type) || seesSteps(principal, flow)
  const shown = showsThoughts ? rows : rows.map((row) => ({ ...row, reasonContent: null }))
  return { rows: shown.map(presentMessage), total }
}
