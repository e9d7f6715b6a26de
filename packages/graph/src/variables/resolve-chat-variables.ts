import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import {
  isHiddenVariable,
  MENTION,
  mentionedReference,
  normalizeReference,
  REFERENCE,
} from './find-references.ts'
import { readPath } from './read-path.ts'

/** Everything that a reference in a chat flow may name. Absent fields stay literal text. */
export interface ChatVariableScope {
  /** `{{question}}`, only in params that accept variables. */
  question?: string | undefined
  /** `{{chat_history}}` as text. */
  chatHistory?: string | undefined
  /** `{{file_attachment}}`. */
  fileAttachment?: string | undefined
  /** `{{$vars.name}}`. */
  variables?: Readonly<Record<string, JsonValue>> | undefined
  /** `{{$flow.x}}`. */
  flow?: JsonObject | undefined
  /** Node id → what it gave: `{{id.data.instance}}`, `{{id.data.instance.path}}`. */
  results?: { get(nodeId: string): JsonValue | undefined } | undefined
}

const NAMES: Readonly<
  Record<string, keyof ChatVariableScope & ('question' | 'chatHistory' | 'fileAttachment')>
> = {
  question: 'question',
  chat_history: 'chatHistory',
  file_attachment: 'fileAttachment',
}

function parseIfJson(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as JsonValue
  } catch {
    return undefined
  }
}

const INSTANCE = /^([^.]+)\.data\.instance(?:\.|(?=\[)|$)(.*)$/

function findInstance(reference: string, scope: ChatVariableScope): JsonValue | undefined {
  const [, nodeId = '', path = ''] = INSTANCE.exec(reference) ?? []
  const result = nodeId === '' ? undefined : scope.results?.get(nodeId)
  return path === '' ? result : readPath(parseIfJson(result), path)
}

function findChatVariable(reference: string, scope: ChatVariableScope): JsonValue | undefined {
  const name = Object.hasOwn(NAMES, reference) ? NAMES[reference] : undefined
  if (name) return scope[name]
  if (reference.startsWith('$vars.'))
    return scope.variables && readPath({ ...scope.variables }, reference.slice(6))
  if (reference.startsWith('$flow.')) return readPath(scope.flow, reference.slice(6))
  return findInstance(reference, scope)
}

function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** Objects become JSON inside a JSON text; plain texts are escaped only where they stand inside JSON. */
function insert(value: JsonValue, intoJson: boolean): string {
  if (typeof value === 'object' && value !== null) return insideJson(JSON.stringify(value))
  const text = String(value)
  return intoJson ? insideJson(text) : text
}

function resolveText(raw: string, scope: ChatVariableScope): JsonValue {
  const text = raw.replace(MENTION, (whole, attributes: string) => {
    const reference = mentionedReference(attributes)
    return reference === undefined ? whole : `{{${reference}}}`
  })
  const find = (inside: string) => {
    const reference = normalizeReference(inside)
    return isHiddenVariable(reference, raw) ? undefined : findChatVariable(reference, scope)
  }
  const [, alone] = /^\s*\{\{([^{}\n]*)\}\}\s*$/.exec(text) ?? []
  if (alone !== undefined) return find(alone) ?? text
  const intoJson = /^\s*[{[]/.test(text) && !/^\s*\{\{/.test(text)
  return text.replace(REFERENCE, (whole, inside: string) => {
    const value = find(inside)
    return value === undefined ? whole : insert(value, intoJson)
  })
}

/**
 * Puts values in place of the references of a chat-flow input. A text that is nothing but a
 * reference becomes the value itself; inside a text, objects are written as JSON within a JSON string. Unknown
 * references stay as they are; what was put in is never looked through again.
 */
export function resolveChatVariables(value: JsonValue, scope: ChatVariableScope): JsonValue {
  if (typeof value === 'string') return resolveText(value, scope)
  if (Array.isArray(value)) return value.map((item) => resolveChatVariables(item, scope))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, resolveChatVariables(item, scope)]),
  )
}
