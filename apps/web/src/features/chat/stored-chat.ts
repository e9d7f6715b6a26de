import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import type { Asked } from './asked-entry.ts'

/** What the browser keeps of the conversation with a flow, under the key that the reference uses too. */
export interface StoredChat {
  chatId?: string
  /** A run whose end was not seen yet: it is followed again after a reload. */
  runId?: string
  /** What that run was asked: the server keeps messages only once a run has ended. */
  asked?: string
  /** The files that came with it, by name. */
  files?: JsonValue
  /** The last question, when it failed. */
  failed?: FailedQuestion
  lead?: JsonValue
}

/** A question and why it has no answer. */
export interface FailedQuestion extends Asked {
  message: string
  nodeId?: string | undefined
  /** Absent when no run began. */
  runId?: string | undefined
}

type ChatStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (flowId: string) => `${flowId}_INTERNAL`

/** Reads what is kept; an unreadable entry counts as none. */
export function readStoredChat(storage: ChatStorage, flowId: string): StoredChat {
  const entry = parseEntry(storage.getItem(keyOf(flowId)))
  return {
    ...(typeof entry.chatId === 'string' ? { chatId: entry.chatId } : {}),
    ...(typeof entry.runId === 'string' ? { runId: entry.runId } : {}),
    ...(typeof entry.asked === 'string' ? { asked: entry.asked } : {}),
    ...(entry.files === undefined ? {} : { files: entry.files }),
    ...(isFailedQuestion(entry.failed) ? { failed: entry.failed } : {}),
    ...(entry.lead === undefined ? {} : { lead: entry.lead }),
  }
}

/** Keeps the conversation; what is not named stays as it is, `undefined` forgets it. */
export function writeStoredChat(
  storage: ChatStorage,
  flowId: string,
  change: { [Key in keyof Omit<StoredChat, 'lead'>]: StoredChat[Key] | undefined },
): void {
  const entry = { ...parseEntry(storage.getItem(keyOf(flowId))), ...change }
  storage.setItem(keyOf(flowId), JSON.stringify(entry))
}

/** Forgets the conversation but for the lead, if there is one. */
export function clearStoredChat(storage: ChatStorage, flowId: string): void {
  const { lead } = readStoredChat(storage, flowId)
  if (lead === undefined) storage.removeItem(keyOf(flowId))
  else storage.setItem(keyOf(flowId), JSON.stringify({ lead }))
}

function isFailedQuestion(value: unknown): value is FailedQuestion {
  const isText = (text: unknown) => typeof text === 'string'
  const isTextOrNone = (text: unknown) => text === undefined || isText(text)
  return (
    typeof value === 'object' &&
    value !== null &&
    'asked' in value &&
    isText(value.asked) &&
    'message' in value &&
    isText(value.message) &&
    (!('nodeId' in value) || isTextOrNone(value.nodeId)) &&
    (!('runId' in value) || isTextOrNone(value.runId))
  )
}

function parseEntry(text: string | null): JsonObject {
  try {
    const entry: unknown = JSON.parse(text ?? '{}')
    return isJsonObject(entry) ? entry : {}
  } catch {
    return {}
  }
}
