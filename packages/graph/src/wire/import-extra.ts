import { isJsonObject, type JsonObject, type NodeDefinition } from '@runnel/contract'
import type { NamedWireNode } from './name-nodes.ts'
import { DATA_SPELLING, OWN_CREDENTIAL, type TakenCredentials } from './take-credentials.ts'
import { DATA_KEYS, DEFINITION_KEYS, NODE_KEYS, OWN_KEY, wireNodeType } from './wire-keys.ts'

function omit(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))
}

function isOwnShape(value: unknown): boolean {
  if (!isJsonObject(value)) return false
  return Object.entries(value).every(
    ([key, item]) => (key === 'disabled' && item === true) || (key === 'note' && typeof item === 'string'),
  )
}

function extraOfNode({ wire }: NamedWireNode, definition: NodeDefinition): JsonObject {
  const extra = omit(wire, NODE_KEYS)
  const { type, width, height, extent } = wire
  const isInside = [wire.parentNode, wire.parentId].some((id) => typeof id === 'string' && id !== '')
  const hasSize = typeof width === 'number' && typeof height === 'number'
  return {
    ...extra,
    ...(type === undefined || type === wireNodeType(definition) ? {} : { type }),
    ...(hasSize || width === undefined ? {} : { width }),
    ...(hasSize || height === undefined ? {} : { height }),
    ...(extent === undefined || (isInside && extent === 'parent') ? {} : { extent }),
  }
}

function extraOfData({ data }: NamedWireNode): JsonObject {
  const { credential, inputs, outputs } = data
  const areOutputsTexts =
    isJsonObject(outputs) && Object.values(outputs).every((output) => typeof output === 'string')
  return {
    ...omit(data, [...DATA_KEYS, ...DEFINITION_KEYS, ...(isOwnShape(data[OWN_KEY]) ? [OWN_KEY] : [])]),
    ...((typeof credential === 'string' && credential !== '') || credential === undefined
      ? {}
      : { credential }),
    ...(isJsonObject(inputs) || inputs === undefined ? {} : { inputs }),
    ...(areOutputsTexts || outputs === undefined ? {} : { outputs }),
  }
}

/** The spelling under which an id is written where the import saw no other. */
export function defaultSpelling(place: string): string {
  return place === OWN_CREDENTIAL ? DATA_SPELLING : 'FLOWISE_CREDENTIAL_ID'
}

function unusualSpellings({ spellings }: TakenCredentials): JsonObject {
  const unusual = Object.entries(spellings).filter(
    ([place, names]) => names.length !== 1 || names[0] !== defaultSpelling(place),
  )
  return Object.fromEntries(unusual)
}

/** What a wire node holds beyond the record: unknown keys word for word, and where its credential ids stood. */
export function importExtra(
  named: NamedWireNode,
  known: { definition: NodeDefinition; taken: TakenCredentials },
): JsonObject {
  const parts = {
    node: extraOfNode(named, known.definition),
    data: extraOfData(named),
    credentialSpellings: unusualSpellings(known.taken),
  }
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0))
}
