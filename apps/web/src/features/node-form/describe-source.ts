import {
  DOCUMENT_STORE_KEYS,
  type FindDefinition,
  isJsonObject,
  type JsonObject,
  providedBy,
  readStoreId,
} from '@runnel/contract'
import { findAtPath } from '@runnel/graph'
import type { FieldOwner } from './form-model.ts'

/** Which store is to be described, and by which model. */
interface DescribeSource {
  storeId: string
  model: { name: string; inputs: JsonObject; configPath: string }
}

/**
 * What a description beside a document store can be written from: the store of its row, and the chat model that the node
 * itself uses; undefined as long as one of them is not chosen.
 */
export function findDescribeSource(
  owner: Pick<FieldOwner, 'path' | 'values' | 'inputs'>,
  { path, name, find }: { path: string; name: string; find: FindDefinition },
): DescribeSource | undefined {
  const own = owner.path === '' ? path : path.slice(owner.path.length + 1)
  const row = own.slice(0, own.length - name.length)
  const [storeId] = DOCUMENT_STORE_KEYS.flatMap(
    (key) => readStoreId(findAtPath(owner.values, `${row}${key}`)) ?? [],
  )
  const model = findModel(owner, find)
  return storeId === undefined || model === undefined ? undefined : { storeId, model }
}

function findModel({ values, inputs }: Pick<FieldOwner, 'values' | 'inputs'>, find: FindDefinition) {
  for (const { name, loadConfig } of inputs) {
    const chosen = values[name]
    const definition = loadConfig && typeof chosen === 'string' ? find(chosen) : undefined
    if (definition && providedBy(definition, definition.name).includes('chatModel')) {
      const config = values[`${name}Config`]
      return {
        name: definition.name,
        inputs: isJsonObject(config) ? config : {},
        configPath: `${name}Config`,
      }
    }
  }
  return undefined
}
