import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { removeSecrets } from '../document/looks-secret.ts'

const CREDENTIAL_FIELDS = ['FLOWISE_CREDENTIAL_ID', 'credential', 'credentialId']

function isCredentialField(key: string, value: JsonValue): boolean {
  return CREDENTIAL_FIELDS.includes(key) && !isJsonObject(value) && !Array.isArray(value)
}

function redactObject(object: JsonObject): JsonObject {
  const kept = Object.entries(object).filter(([key, value]) => !isCredentialField(key, value))
  return Object.fromEntries(kept.map(([key, value]): [string, JsonValue] => [key, redactDeep(value)]))
}

/** A value without credential ids, without anything that looks like a secret, and selected nowhere. */
export function redactDeep(value: JsonValue): JsonValue {
  if (typeof value === 'string') return removeSecrets(value)
  if (Array.isArray(value)) return value.map(redactDeep)
  if (!isJsonObject(value)) return value
  const redacted = redactObject(value)
  return typeof redacted.selected === 'boolean' ? { ...redacted, selected: false } : redacted
}
