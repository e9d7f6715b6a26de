import type { Insertable, Selectable } from 'kysely'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { ChatMessageTable } from './message-table.ts'

/** A message as it is read; JSON columns are text. */
export type ChatMessageRow = Selectable<ChatMessageTable>

type Required =
  | 'flowId'
  | 'role'
  | 'content'
  | 'chatType'
  | 'chatId'
  | 'sessionId'
  | 'namespace'
  | 'createdAt'
type Optional = Exclude<keyof ChatMessageRow, Required | 'workspaceId' | 'position' | 'deletedAt'>

/** A message to keep. What is absent is null; without an id it gets one. JSON columns are given as text. */
export type NewChatMessage = Pick<ChatMessageRow, Required> & {
  [Key in Optional]?: ChatMessageRow[Key] | undefined
}

/** Gives messages their ids and their order. */
export type MessageNumbering = Pick<TenantScope, 'newId' | 'nextPosition'>

/** The row of a new message. */
export function toMessageRow(
  message: NewChatMessage,
  { newId, nextPosition }: MessageNumbering,
): Omit<Insertable<ChatMessageTable>, 'workspaceId'> {
  return {
    id: message.id ?? newId(),
    flowId: message.flowId,
    runId: message.runId ?? null,
    role: message.role,
    content: message.content,
    ...toAttachmentColumns(message),
    chatType: message.chatType,
    chatId: message.chatId,
    sessionId: message.sessionId,
    namespace: message.namespace,
    memoryType: message.memoryType ?? null,
    leadEmail: message.leadEmail ?? null,
    sessionState: message.sessionState ?? null,
    createdAt: message.createdAt,
    position: nextPosition(),
    deletedAt: null,
  }
}

function toAttachmentColumns(message: NewChatMessage) {
  return {
    sourceDocuments: message.sourceDocuments ?? null,
    usedTools: message.usedTools ?? null,
    fileAnnotations: message.fileAnnotations ?? null,
    agentReasoning: message.agentReasoning ?? null,
    reasonContent: message.reasonContent ?? null,
    fileUploads: message.fileUploads ?? null,
    artifacts: message.artifacts ?? null,
    action: message.action ?? null,
    followUpPrompts: message.followUpPrompts ?? null,
  }
}
