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
 * Places to which a component would send its credential, each a scheme and a host with its port, and how it is reached where
 * params beside the address say so (`https://db.example?port=5433&ssl=true`); empty when that is the vendor's own address.
 * @throws RunnelError `invalid_input` for a text that is no address
 */
export function credentialPlacesOf(definition: NodeDefinition | undefined, values: JsonObject): string[] {
  const ways = readWays(definition, values)
  return addressesOf(definition, values).map((url) => {
    const place = readPlace(url, ways)
    if (place === undefined)
      throw new RunnelError('invalid_input', `The base URL “${url}” is not an address.`)
    return place
  })
}

/** Options in the address of a database that say whether the connection is encrypted. */
const ENCRYPTS = /ssl|tls/i

/**
 * The place that an address names, or a host that stands alone (`store.example`, `localhost`, `localhost:8080`). One of the web is the same
 * whatever is asked of it; of a database, options in its address say whether it is encrypted.
 */
function readPlace(text: string, ways: readonly Way[]): string | undefined {
  const isBare = /^[\w-]+(?:\.[\w-]+)*(?::\d+)?$/.test(text.trim())
  const address = isBare ? `https://${text.trim()}` : text
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.host === '') return undefined
  const isOfWeb = url.protocol === 'https:' || url.protocol === 'http:'
  const options = isOfWeb ? [] : [...url.searchParams].filter(([name]) => ENCRYPTS.test(name))
  const query = new URLSearchParams([...options, ...ways]).toString()
  return `${url.protocol}//${url.host}${query === '' ? '' : `?${query}`}`
}

/** A param and its value that say how a place is reached. */
type Way = [name: string, value: string]

/** What is filled in of the port and the like; what only says what is so without it is left out. */
function readWays(definition: NodeDefinition | undefined, values: JsonObject): Way[] {
  return (definition?.sendsCredentialBy ?? []).flatMap((name): Way[] => {
    const input = definition?.inputs.find((each) => each.name === name)
    const [usual, filled] = [input?.default, values[name]].map((value) => writeWay(value))
    const isUsual = filled === '' || filled === usual || (filled === 'false' && usual === '')
    return isUsual ? [] : [[name, filled ?? '']]
  })
}

/** As it stands: what a node reads of a text with blanks, or of a list, is another thing. */
const writeWay = (value: JsonValue | undefined): string =>
  typeof value === 'object' ? JSON.stringify(value ?? '') : String(value ?? '')

/** A place that a component names, and the credential that goes there. */
interface Sending {
  credential: string | undefined
  place: string
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
  /** What counts as the place of a text that names none; nothing when not said. */
  unreadable?: (text: string) => string
}

/** What a component names, with everything that is chosen inside its params; texts that are no addresses are passed over. */
function listSendings(place: Place, scope: Scope): Sending[] {
  const { type, values, credential, prefix } = place
  const definition = scope.find(type)
  const ways = readWays(definition, values)
  const own = addressesOf(definition, values)
    .flatMap((url) => readPlace(url, ways) ?? scope.unreadable?.(url) ?? [])
    .map((found) => ({ credential, place: found }))
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
 * Places that a component names for its credentials, with everything that is chosen inside its params; of one that cannot be
 * read stands the text: whoever calls there may read it in another way.
 */
export function listPlaces(type: string, values: JsonObject, find: FindDefinition): string[] {
  const place = { type, values, credential: undefined, prefix: '' }
  return listSendings(place, { credentials: {}, find, unreadable: (text) => text }).map(
    (sending) => sending.place,
  )
}

/** The consent that this credential goes to this place, as a version keeps it. */
export function consentFor(credential: string, place: string): string {
  return `${credential} ${place}`
}

/** What a consent was written as before it held for one scheme and port alone: for a host, whose port may stand in the address. */
export function olderFormsOf(consent: string): { ofCredential: string; ofHost: string } {
  const [credential = '', place = ''] = consent.split(' ')
  const ofHost = URL.canParse(place) ? new URL(place).host : place
  return { ofCredential: consentFor(credential, ofHost), ofHost }
}

/**
 * Whether a consent is among those that are kept. An older one is of a document store, whose settings nobody has saved since
 * it was given; of flows they are read anew (`readConsents`).
 */
export function isAgreed(consents: readonly string[], consent: string): boolean {
  return consents.includes(consent) || consents.includes(olderFormsOf(consent).ofCredential)
}

/** Whether a consent is written for one scheme and port, as all are now. */
export const isForOnePlace = (consent: string): boolean => consent.includes('://')

/** What somebody consents to who agrees to all of a document, each once, sorted (`consentFor`). */
export function listConsents({ nodes }: Pick<FlowDocument, 'nodes'>, find: FindDefinition): string[] {
  const sendings = nodes.flatMap(({ type, values, credentials = {} }) =>
    listSendings({ type, values, credential: credentials.credential, prefix: '' }, { credentials, find }),
  )
  const consents = sendings.flatMap(({ credential, place }) =>
    credential === undefined || credential === '' ? [] : [consentFor(credential, place)],
  )
  return [...new Set(consents)].sort()
}
