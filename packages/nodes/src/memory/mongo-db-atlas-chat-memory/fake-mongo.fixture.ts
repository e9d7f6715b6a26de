import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type MongoAnswer,
  type MongoQuestion,
  RunnelError,
} from '@runnel/contract'
import type { AskedServer } from '../outside-memories.fixture.ts'

/** A MongoDB with one collection, of which only those know something who sign in. */
export function startFakeMongo(password: string) {
  const sessions = new Map<string, JsonValue[]>()
  const push = (key: string, messages: JsonValue[]) =>
    void sessions.set(key, [...(sessions.get(key) ?? []), ...messages])
  const refuse = (words: string) => new RunnelError('upstream_error', `It refused: ${words}.`)

  function change({ $push: pushed }: JsonObject): JsonValue[] {
    const messages = isJsonObject(pushed) && isJsonObject(pushed.messages) ? pushed.messages.$each : undefined
    if (!Array.isArray(messages)) throw refuse('unknown change')
    return messages
  }

  return {
    store: (key: string, messages: string[]) => push(key, messages.map(readJson)),
    ask({ protocol, address, question }: AskedServer): MongoAnswer {
      if (protocol !== 'mongodb') throw refuse('not MongoDB')
      if (address.password !== password) throw refuse('Authentication failed')
      const { database, collection, operation } = question
      const sessionId = sessionOf(operation)
      if (`${database}.${collection}` !== 'tea.talks' || typeof sessionId !== 'string')
        throw refuse('nothing there')
      if ('change' in operation) {
        push(sessionId, change(operation.change))
        return []
      }
      const messages = sessions.get(sessionId)
      return messages === undefined ? [] : [{ _id: { $oid: 'a'.repeat(24) }, sessionId, messages }]
    },
  }
}

function sessionOf(operation: MongoQuestion['operation']): JsonValue | undefined {
  return 'filter' in operation ? operation.filter?.sessionId : undefined
}

function readJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}
