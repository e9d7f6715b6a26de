import type { ChatType } from '@runnel/contract'
import type { TenantColumn } from '../tenant/tenant-column.ts'

/** One chat message. JSON columns are text, as the reference stores them; null when empty. */
export interface ChatMessageTable {
  id: string
  workspaceId: TenantColumn
  flowId: string
  runId: string | null
  role: 'userMessage' | 'apiMessage'
  content: string
  sourceDocuments: string | null
  usedTools: string | null
  fileAnnotations: string | null
  agentReasoning: string | null
  reasonContent: string | null
  fileUploads: string | null
  artifacts: string | null
  action: string | null
  followUpPrompts: string | null
  chatType: ChatType
  chatId: string
  sessionId: string
  namespace: string
  memoryType: string | null
  leadEmail: string | null
  /** JSON of the state that the flow left with this answer inside another flow's run, where it keeps it. */
  sessionState: string | null
  createdAt: number
  /** Its place in the conversation: rises with each message. */
  position: number
  /** Milliseconds since 1970; set while an open run of the session may still need the text. */
  deletedAt: number | null
}
