import type { JsonValue } from './json.ts'
import { isJsonObject } from './json-value.ts'
import { CREDENTIAL_ID_KEY } from './routes/credentials.ts'

/** A copy without the ids of credentials, at any depth: they are nobody's business outside the workspace. */
export function withoutCredentialIds(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutCredentialIds)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== CREDENTIAL_ID_KEY && key !== 'credential')
      .map(([key, inner]) => [key, withoutCredentialIds(inner)]),
  )
}
