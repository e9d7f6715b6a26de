import type { ChatMessage } from '@runnel/contract'
import { type ChatEntry, readStoredMessage } from './chat-entry.ts'

/** A run of which only its question is stored: it ended without an answer, and its log tells why. */
export interface UnansweredRun {
  entryId: string
  runId: string
}

/** The stored messages of a conversation as it shows them. */
export interface History {
  /** What was read, oldest first. */
  messages: readonly ChatMessage[]
  entries: ChatEntry[]
  /** The run that waits for an answer, if the last message is its question: the run shows the question itself. */
  waitingRunId: string | undefined
  /** How often a run asked and was answered, by its id. */
  answered: ReadonlyMap<string, number>
  unanswered: UnansweredRun[]
}

/** Arranges stored messages, oldest first. Questions that were answered are left out, as they are once answered. */
export function arrangeHistory(messages: readonly ChatMessage[]): History {
  const last = messages.at(-1)
  const lastOfRun = new Map(messages.filter(isAnswer).map((message) => [message.executionId, message]))
  const isPast = (message: ChatMessage) =>
    message.executionId !== null && lastOfRun.get(message.executionId) !== message
  const shown = messages.filter(
    (message) => !isAnswer(message) || !((isAsking(message) || isPast(message)) && isBlank(message)),
  )
  const waiting = last && isAsking(last) ? last : undefined
  return {
    messages,
    entries: shown.filter((message) => message !== waiting).map((message) => toEntry(message, messages)),
    waitingRunId: waiting?.executionId ?? undefined,
    answered: countAnswered(messages),
    unanswered: shown.flatMap((message) =>
      isAnswer(message) && isBlank(message) && message.executionId !== null
        ? [{ entryId: message.id, runId: message.executionId }]
        : [],
    ),
  }
}

const isAnswer = ({ role }: ChatMessage): boolean => role === 'apiMessage'
const isAsking = ({ action }: ChatMessage): boolean => action !== undefined && action !== null
const isBlank = ({ content }: ChatMessage): boolean => content.trim() === ''

function toEntry(message: ChatMessage, messages: readonly ChatMessage[]): ChatEntry {
  const entry = readStoredMessage(message)
  const { content, executionId } = message
  if (isAnswer(message) || executionId === null || (content !== 'proceed' && content !== 'reject'))
    return entry
  const asked = messages
    .slice(0, messages.indexOf(message))
    .some((other) => other.executionId === executionId)
  return asked ? { ...entry, choice: content } : entry
}

/** Each time a run asks, it leaves a message; only one that still waits has its question in it. */
function countAnswered(messages: readonly ChatMessage[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const message of messages) {
    if (message.executionId === null || !isAnswer(message) || isAsking(message)) continue
    counts.set(message.executionId, (counts.get(message.executionId) ?? 0) + 1)
  }
  return counts
}
