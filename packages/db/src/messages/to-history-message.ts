import { type HistoryMessage, readShownFiles } from '@runnel/contract'
import type { ChatMessageRow } from './message-rows.ts'

/** A stored message as a later run of its session sees it. */
export function toHistoryMessage({
  role,
  content,
  fileUploads,
}: Pick<ChatMessageRow, 'role' | 'content' | 'fileUploads'>): HistoryMessage {
  // A recording is its text: no later model is shown it.
  const files = readShownFiles(fileUploads).filter(({ mediaType }) => !mediaType.startsWith('audio/'))
  return {
    role: role === 'apiMessage' ? 'assistant' : 'user',
    content,
    ...(files.length === 0 ? {} : { additional: { files } }),
  }
}
