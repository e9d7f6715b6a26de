import {
  type HistoryMessage,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  RunnelError,
} from '@runnel/contract'
import {
  type Authorise,
  addQuery,
  askServer,
  type CallContext,
  type Component,
  type Memory,
  type RecalledMessage,
  readText,
} from '@runnel/node-kit'
import { nameOutsideSession } from './stored-messages.ts'

/** What tells one Zep from another. */
export interface ZepKind {
  /** Where its sessions are. @throws RunnelError `invalid_input` */
  sessionsAt(component: Component): string
  /** Params of the request that reads. */
  query(values: JsonObject): JsonObject
  /** How a message says who spoke. */
  writeRole(role: 'user' | 'assistant' | 'system', name: string): JsonObject
  authorise: Authorise
}

/** A conversation as a session of Zep, which sums it up by itself. */
export function zepMemory(kind: ZepKind): Memory {
  const requestOf = (component: Component, call: CallContext) => ({
    url: `${kind.sessionsAt(component)}/${encodeURIComponent(nameOutsideSession(call.run))}/memory`,
    authorise: { component, apply: kind.authorise },
  })
  return {
    async recall(component, call) {
      const { url, authorise } = requestOf(component, call)
      const request = {
        url: addQuery(url, kind.query(component.values)),
        authorise,
        effects: 'read' as const,
      }
      const { label } = component
      // A session that nobody has spoken in is unknown there.
      const reply = await askServer(call, request, { label, answers: [404] })
      if (reply.status === 404) return []
      return readMemory(parse(reply.body), component)
    },
    async keep(component, exchange, call) {
      const messages = exchange.map((message) => writeMessage(kind, message, component.values))
      const request = {
        ...requestOf(component, call),
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages }),
        effects: 'write' as const,
      }
      const { body } = await askServer(call, request, { label: component.label })
      if (body.trim() !== 'OK' && !isAnswer(parse(body))) throw unreadable(component)
    },
  }
}

const isAnswer = (value: JsonValue) => value === 'OK' || isJsonObject(value)

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return null
  }
}

/** What the model and the person are called there. */
function namesOf(values: JsonObject) {
  return {
    assistant: readText(values, 'aiPrefix') || 'ai',
    user: readText(values, 'humanPrefix') || 'human',
    system: 'system',
  }
}

function writeMessage(kind: ZepKind, { role, content }: HistoryMessage, values: JsonObject): JsonObject {
  return { content, ...kind.writeRole(role, namesOf(values)[role]) }
}

/** The summary, then the messages; what is neither is passed over. @throws RunnelError `upstream_error` */
function readMemory(memory: JsonValue, component: Component): RecalledMessage[] {
  if (!isJsonObject(memory)) throw unreadable(component)
  const { summary, messages } = memory
  const told = isJsonObject(summary) && typeof summary.content === 'string' ? summary.content : ''
  const names = namesOf(component.values)
  const said = Array.isArray(messages) ? messages.flatMap((message) => readMessage(message, names)) : []
  return [...(told === '' ? [] : [{ role: 'system' as const, content: told }]), ...said]
}

function readMessage(message: JsonValue, names: ReturnType<typeof namesOf>): RecalledMessage[] {
  if (!isJsonObject(message) || typeof message.content !== 'string' || message.content === '') return []
  const { content, role, role_type: kind } = message
  const is = (...known: string[]) => known.some((each) => each === kind || each === role)
  if (is(names.assistant, 'assistant', 'ai')) return [{ role: 'assistant', content }]
  if (is(names.user, 'user', 'human')) return [{ role: 'user', content }]
  return is('system') ? [{ role: 'system', content }] : []
}

const unreadable = ({ label }: Component) =>
  new RunnelError('upstream_error', `${label} gave an answer that cannot be read.`)
