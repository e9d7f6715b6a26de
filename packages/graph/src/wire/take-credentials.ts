import { isJsonObject, type JsonObject, type JsonValue, ROW_ID } from '@runnel/contract'

/** The names under which a credential id stands in saved flows. */
const CREDENTIAL_KEYS = ['FLOWISE_CREDENTIAL_ID', 'credential'] as const
/** The path of a node's own credential, and the name of its field beside `inputs`. */
export const OWN_CREDENTIAL = 'credential'
export const DATA_SPELLING = 'data.credential'

/** Credential ids by param path, and the spellings under which each of them came. */
export interface TakenCredentials {
  credentials: Record<string, string>
  spellings: Record<string, string[]>
}

function joinPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

function mayHoldCredential(path: string, key: string): boolean {
  return key === CREDENTIAL_KEYS[0] || path === '' || path.endsWith('Config')
}

function takeHere(object: JsonObject, path: string, taken: TakenCredentials): JsonObject {
  const place = path === '' ? OWN_CREDENTIAL : path
  let rest = object
  for (const key of CREDENTIAL_KEYS) {
    const id = object[key]
    if (typeof id !== 'string' || id === '' || !mayHoldCredential(path, key)) continue
    const known = taken.credentials[place]
    if (known !== undefined && known !== id) continue
    taken.credentials[place] = id
    taken.spellings[place] = [...(taken.spellings[place] ?? []), key]
    const { [key]: _id, ...others } = rest
    rest = others
  }
  return rest
}

function takeInside(value: JsonValue, path: string, taken: TakenCredentials): JsonValue {
  if (Array.isArray(value)) {
    return value.map((item, index) => {
      const row = isJsonObject(item) && typeof item[ROW_ID] === 'string' ? item[ROW_ID] : String(index)
      return takeInside(item, `${path}[${row}]`, taken)
    })
  }
  return isJsonObject(value) ? takeCredentials(value, path, taken) : value
}

/**
 * Takes the credential ids out of values at any depth: the values without them come back, the ids and their
 * spellings are added to `taken`. An id that contradicts one already taken for the same place stays.
 */
export function takeCredentials(values: JsonObject, path: string, taken: TakenCredentials): JsonObject {
  return Object.fromEntries(
    Object.entries(takeHere(values, path, taken)).map(([key, value]): [string, JsonValue] => [
      key,
      takeInside(value, joinPath(path, key), taken),
    ]),
  )
}
