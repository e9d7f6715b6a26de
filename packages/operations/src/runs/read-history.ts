import {
  type ConversationPart,
  type Database,
  type PastMessages,
  type SessionKey,
  toHistoryMessage,
} from '@runnel/db'

/** Messages of a session that a run sees at most. */
const MAX_HISTORY = 1_000

/** Reads the last messages of a session, up to the position that a run was given at its start. */
export async function readHistory(
  reader: ReturnType<Database['read']>,
  session: SessionKey,
  part: Pick<ConversationPart, 'until' | 'seenAt'> = {},
): Promise<PastMessages> {
  const rows = (await reader.messages.upTo(session, { ...part, limit: MAX_HISTORY })).toReversed()
  return { messages: rows.map(toHistoryMessage), positions: rows.map(({ position }) => position) }
}
