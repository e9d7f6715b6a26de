import type { JsonObject, JsonValue } from '@runnel/contract'
import { historyList, historyText } from './history-text.ts'
import { readPath, valueAsText } from './read-path.ts'
import type { VariableScope } from './variable-scope.ts'

/** The value of a reference. `keepsType`: alone in its text, it may stay a number or a boolean. */
export interface FoundVariable {
  value: JsonValue
  keepsType?: boolean
}

type Reader = (scope: VariableScope) => JsonValue | undefined

const NAMED: Readonly<Record<string, Reader>> = {
  question: (scope) => scope.question,
  file_attachment: (scope) => scope.fileAttachment,
  chat_history: (scope) => scope.chatHistory && historyText(scope.chatHistory),
  runtime_messages_length: (scope) =>
    scope.runtimeMessageCount === undefined ? undefined : String(Math.max(0, scope.runtimeMessageCount - 1)),
  loop_count: (scope) => (scope.loopCount === undefined ? undefined : String(scope.loopCount)),
  current_date_time: (scope) => scope.currentDateTime,
  $iteration: (scope) => scope.iteration?.value,
}

function readIteration(path: string, scope: VariableScope): JsonValue | undefined {
  const item = scope.iteration?.value
  return typeof item === 'string' ? item : readPath(item, path)
}

function readFlow(path: string, scope: VariableScope): JsonValue | undefined {
  if (!/^chatHistory(?:$|[.[])/.test(path)) return readPath(scope.flow, path)
  return scope.chatHistory && readPath({ chatHistory: historyList(scope.chatHistory) }, path)
}

const ROOTED: readonly [
  prefix: string,
  read: (path: string, scope: VariableScope) => JsonValue | undefined,
][] = [
  ['$form.', (path, scope) => readPath(scope.form, path)],
  ['$webhook.', (path, scope) => readPath(scope.webhook, path)],
  ['$iteration.', readIteration],
  ['$iteration[', (path, scope) => readIteration(`[${path}`, scope)],
  ['$vars.', (path, scope) => scope.variables && readPath({ ...scope.variables }, path)],
  ['$flow.', readFlow],
]

/** The text of an output: its content, else the data of an HTTP call. */
function contentOf(output: JsonObject): JsonValue | undefined {
  return readPath(output, 'content') ?? readPath(output, 'http.data')
}

function parseContent(output: JsonObject): JsonValue | undefined {
  const content = contentOf(output)
  if (typeof content !== 'string') return content
  try {
    return JSON.parse(content) as JsonValue
  } catch {
    return undefined
  }
}

function findOwnOutput(reference: string, scope: VariableScope): FoundVariable | undefined {
  const { ownOutput } = scope
  if (!ownOutput) return undefined
  const path = reference.slice('output'.length).replace(/^\./, '')
  const value =
    path === ''
      ? contentOf(ownOutput)
      : (readPath(parseContent(ownOutput), path) ?? readPath(ownOutput, path))
  return value === undefined ? undefined : { value: valueAsText(value) }
}

function findNodeOutput(reference: string, scope: VariableScope): FoundVariable | undefined {
  const whole = scope.outputs?.get(reference)
  const content = whole && contentOf(whole)
  if (content !== undefined) return { value: content, keepsType: true }
  const [, nodeId = '', path = ''] = /^(.*?)\.output(?:\.|(?=\[))(.+)$/.exec(reference) ?? []
  const value = path === '' ? undefined : readPath(scope.outputs?.get(nodeId), path)
  return value === undefined ? undefined : { value, keepsType: true }
}

function read(value: JsonValue | undefined): FoundVariable | undefined {
  return value === undefined ? undefined : { value }
}

/** Finds what a reference of an agent flow stands for; undefined when it is unknown and stays as text. */
export function findVariable(reference: string, scope: VariableScope): FoundVariable | undefined {
  if (Object.hasOwn(NAMED, reference)) return read(NAMED[reference]?.(scope))
  if (/^output(?:$|[.[])/.test(reference) && scope.ownOutput) return findOwnOutput(reference, scope)
  const rooted = ROOTED.find(([prefix]) => reference.startsWith(prefix))
  if (rooted) return read(rooted[1](reference.slice(rooted[0].length), scope))
  return findNodeOutput(reference, scope)
}
