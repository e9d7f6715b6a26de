import {
  type FindDefinition,
  type FlowDocument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NodeDefinition,
  RunnelError,
} from '@runnel/contract'

const isAddress = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && value.trim() !== ''

/** The params of a type that say where its credential or a request's body goes, as far as they are filled in. */
function addressesOf(definition: NodeDefinition | undefined, values: JsonObject): string[] {
  return (definition?.sendsCredentialTo ?? [])
    .flatMap((path) => valuesAt(values, path.split('.')))
    .filter(isAddress)
}

/** What stands at a path: in every row of a list, and in JSON also where it is kept as text. */
function valuesAt(value: JsonValue | undefined, path: string[]): JsonValue[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path))
  const [key, ...rest] = path
  if (key === undefined) return [value]
  const holder = typeof value === 'string' ? parseJson(value) : value
  if (Array.isArray(holder)) return valuesAt(holder, path)
  return isJsonObject(holder) && Object.hasOwn(holder, key) ? valuesAt(holder[key], rest) : []
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return null
  }
}

/**
 * Hosts (with port) to which a component would send its credential; empty when that is the vendor's own address.
 * @throws RunnelError `invalid_input` for a text that is no address
 */
export function credentialHostsOf(definition: NodeDefinition | undefined, values: JsonObject): string[] {
  return addressesOf(definition, values).map((url) => {
    if (!URL.canParse(url)) throw new RunnelError('invalid_input', `The base URL “${url}” is not an address.`)
    return new URL(url).host
  })
}

/** The same of a node, with everything that is chosen inside its params; texts that are no addresses are passed over. */
export function listHosts(type: string, values: JsonObject, find: FindDefinition): string[] {
  const definition = find(type)
  const own = addressesOf(definition, values).flatMap((url) => (URL.canParse(url) ? [new URL(url).host] : []))
  const inside = (definition?.inputs ?? []).flatMap((input) => {
    const value = values[input.name]
    if (input.array && Array.isArray(value)) {
      return value.filter(isJsonObject).flatMap((row) => listChosen(input.array ?? [], row, find))
    }
    return listChosen([input], values, find)
  })
  return [...own, ...inside]
}

function listChosen(
  inputs: readonly { name: string; loadConfig?: boolean | undefined }[],
  holder: JsonObject,
  find: FindDefinition,
): string[] {
  return inputs.flatMap(({ name, loadConfig }) => {
    const type = holder[name]
    const config = holder[`${name}Config`]
    if (loadConfig !== true || typeof type !== 'string' || !isJsonObject(config)) return []
    return listHosts(type, config, find)
  })
}

/** All hosts that a document names for its credentials, each once, sorted. */
export function listDocumentHosts(document: FlowDocument, find: FindDefinition): string[] {
  return [...new Set(document.nodes.flatMap((node) => listHosts(node.type, node.values, find)))].sort()
}
