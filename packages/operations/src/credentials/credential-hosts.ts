import {
  CREDENTIAL_ID_KEY,
  type FindDefinition,
  type FlowDocument,
  type InputDefinition,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NodeDefinition,
  ROW_ID,
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
    const host = readHost(url)
    if (host === undefined) throw new RunnelError('invalid_input', `The base URL “${url}” is not an address.`)
    return host
  })
}

/** The host that an address names, or a host that stands alone (`store.example`, `localhost:8080`). */
function readHost(text: string): string | undefined {
  const isBare = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$|^[\w-]+:\d+$/.test(text.trim())
  const url = isBare ? `https://${text.trim()}` : text
  const host = URL.canParse(url) ? new URL(url).host : ''
  return host === '' ? undefined : host
}

/** A host that a component names, and the credential that goes there. */
interface Sending {
  credential: string | undefined
  host: string
}

/** A component in a document: a node, or what is chosen inside its params. */
interface Place {
  type: string
  values: JsonObject
  credential: string | undefined
  /** What stands before the name of a param in the paths under which the node keeps credentials. */
  prefix: string
}

/** The credentials of a node by path, and the definitions of what it may hold. */
interface Scope {
  credentials: Readonly<Record<string, string>>
  find: FindDefinition
  /** What counts as the host of a text that names none; nothing when not said. */
  unreadable?: (text: string) => string
}

/** What a component names, with everything that is chosen inside its params; texts that are no addresses are passed over. */
function listSendings(place: Place, scope: Scope): Sending[] {
  const { type, values, credential, prefix } = place
  const definition = scope.find(type)
  const own = addressesOf(definition, values)
    .flatMap((url) => readHost(url) ?? scope.unreadable?.(url) ?? [])
    .map((host) => ({ credential, host }))
  const inside = (definition?.inputs ?? []).flatMap((input) => {
    const value = values[input.name]
    if (!input.array || !Array.isArray(value)) return listChosen([input], { holder: values, prefix }, scope)
    const fields = input.array
    return value.flatMap((row, index) => {
      if (!isJsonObject(row)) return []
      const id = typeof row[ROW_ID] === 'string' ? row[ROW_ID] : index
      return listChosen(fields, { holder: row, prefix: `${prefix}${input.name}[${id}].` }, scope)
    })
  })
  return [...own, ...inside]
}

function listChosen(
  inputs: readonly InputDefinition[],
  { holder, prefix }: { holder: JsonObject; prefix: string },
  scope: Scope,
): Sending[] {
  return inputs.flatMap(({ name, loadConfig }) => {
    const type = holder[name]
    const config = holder[`${name}Config`]
    if (loadConfig !== true || typeof type !== 'string' || !isJsonObject(config)) return []
    const path = `${prefix}${name}Config`
    const inside = config[CREDENTIAL_ID_KEY] ?? config.credential
    const credential = scope.credentials[path] ?? (typeof inside === 'string' ? inside : undefined)
    return listSendings({ type, values: config, credential, prefix: `${path}.` }, scope)
  })
}

/**
 * Hosts that a component names for its credentials, with everything that is chosen inside its params; in the place of one
 * that cannot be read stands its text: whoever calls there may read it in another way.
 */
export function listHosts(type: string, values: JsonObject, find: FindDefinition): string[] {
  const place = { type, values, credential: undefined, prefix: '' }
  return listSendings(place, { credentials: {}, find, unreadable: (text) => text }).map(({ host }) => host)
}

/** The consent that this credential goes to this host, as a version keeps it. */
export function consentFor(credential: string, host: string): string {
  return `${credential} ${host}`
}

/** What somebody consents to who agrees to all of a document, each once, sorted (`consentFor`). */
export function listConsents({ nodes }: FlowDocument, find: FindDefinition): string[] {
  const sendings = nodes.flatMap(({ type, values, credentials = {} }) =>
    listSendings({ type, values, credential: credentials.credential, prefix: '' }, { credentials, find }),
  )
  const consents = sendings.flatMap(({ credential, host }) =>
    credential === undefined || credential === '' ? [] : [consentFor(credential, host)],
  )
  return [...new Set(consents)].sort()
}
