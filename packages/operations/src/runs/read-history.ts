import type { HistoryMessage } from '@runnel/contract'
import type { ChatMessageRow, ConversationPart, Database, SessionKey } from '@runnel/db'
import { readShownFiles } from '../uploads/shown-files.ts'

/** Messages of a session that a run sees at most. */
const MAX_HISTORY = 1_000

/** What a run sees of its session: the messages, oldest first, and the position of the last one. */
export interface SessionHistory {
  messages: HistoryMessage[]
  /** Undefined when there is none. */
  until: number | undefined
}

function toHistoryMessage({ role, content, fileUploads }: ChatMessageRow): HistoryMessage {
  const files = readShownFiles(fileUploads)
  return {
    role: role === 'apiMessage' ? 'assistant' : 'user',
    content,
    ...(files.length === 0 ? {} : { additional: { files } }),
  }
}

/** Reads the last messages of a session, up to the position that a run was given at its start. */
export async function readHistory(
  reader: ReturnType<Database['read']>,
  session: SessionKey,
  part: Pick<ConversationPart, 'until' | 'seenAt'> = {},
): Promise<SessionHistory> {
  const rows = await reader.messages.upTo(session, { ...part, limit: MAX_HISTORY })
  return { messages: rows.toReversed().map(toHistoryMessage), until: rows[0]?.position }
}
