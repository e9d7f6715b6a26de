import {
  findRepeatedKey,
  isJsonObject,
  RunnelError,
  repeatedKeyMessage,
  type UpdateChatflowBody,
} from '@runnel/contract'
import type { FlowPatch } from '@runnel/db'

const JSON_FIELDS = [
  'chatbotConfig',
  'apiConfig',
  'analytic',
  'speechToText',
  'textToSpeech',
  'followUpPrompts',
  'mcpServerConfig',
] as const
const PLAIN_FIELDS = [
  'name',
  'deployed',
  'isPublic',
  'apikeyid',
  'category',
  'concurrency',
  'privateSessions',
] as const

function checkJson(field: string, text: string | null | undefined): void {
  if (text === null || text === undefined || text === '') return
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new RunnelError('invalid_input', `Invalid ${field}: it is not valid JSON`, {
      cause,
      issues: [{ path: field, message: 'must be JSON text' }],
    })
  }
  if (!isJsonObject(value)) {
    throw new RunnelError('invalid_input', `Invalid ${field}: it must be a JSON object`, {
      issues: [{ path: field, message: 'must be JSON text of an object' }],
    })
  }
  const repeated = findRepeatedKey(text, value)
  if (!repeated) return
  const message = repeatedKeyMessage(repeated, `character ${repeated.position + 1}`)
  throw new RunnelError('invalid_input', `Invalid ${field}: ${message}`, {
    issues: [{ path: field, message }],
  })
}

/** The settings that a body changes, checked: JSON columns must hold an object. */
export function readSettings(body: UpdateChatflowBody): FlowPatch {
  const patch: Record<string, unknown> = {}
  for (const field of PLAIN_FIELDS) if (body[field] !== undefined) patch[field] = body[field]
  for (const field of JSON_FIELDS) {
    if (body[field] === undefined) continue
    checkJson(field, body[field])
    patch[field] = body[field]
  }
  for (const field of ['deployed', 'isPublic', 'privateSessions'] as const)
    if (patch[field] === null) patch[field] = false
  return patch as FlowPatch
}
