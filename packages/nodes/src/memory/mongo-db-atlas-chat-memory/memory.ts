import { type MongoQuestion, RunnelError } from '@runnel/contract'
import { type CallContext, type Component, type Memory, reachMongo, readText } from '@runnel/node-kit'
import { nameOutsideSession, readStoredMessage, writeStoredMessage } from '../stored-messages.ts'

/** A conversation as a document of MongoDB with its messages, the oldest first, as Flowise and LangChain keep it. */
export const mongoMemory: Memory = {
  async recall(component, call) {
    const filter = { sessionId: nameOutsideSession(call.run) }
    const [session] = await ask(component, call, { type: 'find', filter, limit: 1 })
    const messages = session?.messages
    return Array.isArray(messages) ? messages.flatMap(readStoredMessage) : []
  },
  async keep(component, exchange, call) {
    const filter = { sessionId: nameOutsideSession(call.run) }
    const messages = exchange.map((message) => JSON.parse(writeStoredMessage(message)))
    const change = { $push: { messages: { $each: messages } } }
    await ask(component, call, { type: 'update', filter, change, upsert: true })
  },
}

function ask(component: Component, call: CallContext, operation: MongoQuestion['operation']) {
  const effects = operation.type === 'find' ? 'read' : 'write'
  const question = {
    database: readName(component, 'databaseName', 'database'),
    collection: readName(component, 'collectionName', 'collection'),
    operation,
  }
  return call.dataServer.ask('mongodb', { component, reach: reachMongo, effects }, question)
}

function readName({ values, label }: Component, param: string, what: string): string {
  const name = readText(values, param).trim()
  if (name !== '') return name
  throw new RunnelError('invalid_input', `${label} names no ${what}. Write it into the node.`)
}
