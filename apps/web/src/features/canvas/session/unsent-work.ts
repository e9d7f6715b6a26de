import type { Client } from '@runnel/client'
import { isJsonObject } from '@runnel/contract'

/** A change of a draft that did not reach the server, as the route takes it. */
export type DraftBody = Parameters<Client['appendDraft']>[0]['body']

/** What is left in this browser of work that did not reach the server: one change of the draft for each flow. */
export interface UnsentWork {
  /** False where the browser has no room for it. */
  write(flowId: string, body: DraftBody): boolean
  /** The change, and when it was written, in milliseconds since 1970. */
  read(flowId: string): { body: DraftBody; at: number } | undefined
  forget(flowId: string): void
}

/** Keeps the unsent work of one person: another one at the same browser must not send it as theirs. */
export function createUnsentWork(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  userId: string,
): UnsentWork {
  const keyOf = (flowId: string) => `unsent-work:${userId}:${flowId}`
  return {
    write(flowId, body) {
      try {
        storage.setItem(keyOf(flowId), JSON.stringify({ body, at: Date.now() }))
        return true
      } catch {
        return false
      }
    },
    read(flowId) {
      const kept = parse(storage.getItem(keyOf(flowId)))
      if (!isJsonObject(kept) || !isJsonObject(kept.body) || typeof kept.at !== 'number') return undefined
      // The server checks it like everything that is sent to it.
      return { body: kept.body as unknown as DraftBody, at: kept.at }
    },
    forget: (flowId) => storage.removeItem(keyOf(flowId)),
  }
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
