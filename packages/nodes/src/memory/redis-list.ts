import type { HistoryMessage, JsonObject, JsonValue } from '@runnel/contract'
import { type RecalledMessage, readNumber } from '@runnel/node-kit'
import { readStoredMessage, writeStoredMessage } from './stored-messages.ts'

/** The command that reads a conversation from a list of Redis, the newest message first; so many of them at most. */
export function listCommand(key: string, most = 0): string[] {
  return ['LRANGE', key, '0', most > 0 ? String(most - 1) : '-1']
}

/** The messages of what `listCommand` gave, oldest first. */
export function readList(stored: JsonValue | undefined): RecalledMessage[] {
  const newestFirst = Array.isArray(stored) ? stored : []
  return newestFirst.toReversed().flatMap(readStoredMessage)
}

/** The commands that put an exchange into the list of a conversation, and let it live as long as the author says. */
export function keepCommands(key: string, exchange: HistoryMessage[], values: JsonObject): string[][] {
  const seconds = Math.floor(readNumber(values, 'sessionTTL') ?? 0)
  const push = ['LPUSH', key, ...exchange.map(writeStoredMessage)]
  return seconds > 0 ? [push, ['EXPIRE', key, String(seconds)]] : [push]
}
