import { type JsonObject, RunnelError } from '@runnel/contract'
import { readJsonParam, readObject, readText, type VendorContext } from '@runnel/node-kit'

/** Where calls of a node go. */
interface VendorEndpoint {
  baseURL: string
  /** For messages: the vendor's name, or the host that the author chose. */
  vendor: string
  /** False when the node names an address of its own. */
  isHome: boolean
  headers: Record<string, string>
}

/** What is known of a vendor's address. */
export interface VendorHome {
  /** The vendor's name in messages. */
  label: string
  /** Absent where every installation has an address of its own, so that the node must name it. */
  baseURL?: string | undefined
  /** The same where the credential or the node tells it: the resource of an account, its region. */
  baseURLOf?: ((credential: Record<string, string>, values: JsonObject) => string | undefined) | undefined
  /** The param that names another address. */
  addressParam?: string | undefined
  /** That param may hold a bare host, which is reached by https. */
  addressMayBeHost?: boolean | undefined
}

/** Headers that the connection itself decides. */
const RESERVED = new Set(['host', 'content-length', 'connection', 'transfer-encoding', 'content-type'])

/** Reads a node's address and its `baseOptions`; what cannot be an address or a header is `invalid_input`. */
export function readEndpoint(
  values: JsonObject,
  { label, addressParam, ...home }: VendorHome,
  credential: Record<string, string> = {},
): VendorEndpoint {
  const written = addressParam === undefined ? '' : readText(values, addressParam).trim()
  const isHost = home.addressMayBeHost && written !== '' && !written.includes('://')
  const given = isHost ? `https://${written}` : written
  const headers = readHeaders(values)
  if (given === '') {
    const baseURL = home.baseURL ?? home.baseURLOf?.(credential, values)
    if (baseURL === undefined) throw noAddress(label, home.baseURLOf !== undefined)
    return { baseURL, vendor: label, isHome: true, headers }
  }
  const address = URL.canParse(given) ? new URL(given) : undefined
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') {
    throw new RunnelError(
      'invalid_input',
      'The base path of the model is not a web address. Write it as https://host/v1.',
    )
  }
  return { baseURL: withoutTrailingSlash(given), vendor: address.host, isHome: false, headers }
}

function noAddress(label: string, isInCredential: boolean): RunnelError {
  return isInCredential
    ? new RunnelError(
        'missing_credential',
        `${label} needs a credential that says where it is. Choose one in the node.`,
      )
    : new RunnelError('invalid_input', `${label} has no address. Write it into the node.`)
}

/** `baseOptions` are headers; some flows put them one level down. */
function readHeaders(values: JsonObject): Record<string, string> {
  if (values.baseOptions === undefined) return {}
  const options = readJsonParam({ values, label: 'the model' }, 'baseOptions') ?? {}
  const listed = readObject(options, 'defaultHeaders') ?? readObject(options, 'headers') ?? options
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(listed)) {
    if (
      typeof value === 'object' ||
      RESERVED.has(name.toLowerCase()) ||
      !/^[\w!#$%&'*+.^`|~-]+$/.test(name)
    ) {
      throw new RunnelError(
        'invalid_input',
        `"${name}" in the base options of the model cannot be sent as a header. Give names and texts of HTTP headers.`,
      )
    }
    headers[name] = String(value)
  }
  return headers
}

function withoutTrailingSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address
}

/** How a vendor asks for its key. */
export interface VendorKey {
  /** The field of the credential that holds it. */
  field: string
  /** Another field that may hold it instead. */
  otherField?: string
  /** Other fields that no message may repeat. */
  secretFields?: readonly string[]
  /** A server of one's own often needs none. */
  needed: 'always' | 'at home' | 'never'
}

/** The key for an endpoint; undefined where none is given and none is needed, else `missing_credential`. */
export function readKey(
  { credential }: VendorContext,
  { field, otherField = field, needed }: VendorKey,
  { vendor, isHome }: VendorEndpoint,
): string | undefined {
  const key = credential?.[field]?.trim() || credential?.[otherField]?.trim()
  if (key) return key
  if (needed === 'never' || (needed === 'at home' && !isHome)) return undefined
  throw new RunnelError(
    'missing_credential',
    `${vendor} needs an API key. Choose a credential in the model node, or create one there.`,
  )
}

/** Texts that no message may repeat: the key, other secret fields, and what the author sends as headers. */
export function listSecrets(
  credential: Record<string, string>,
  { field, otherField = field, secretFields = [] }: VendorKey,
  headers: Record<string, string>,
): string[] {
  const fields = [field, otherField, ...secretFields]
  return [...fields.map((name) => credential[name]?.trim() ?? ''), ...Object.values(headers)]
}

/** Without a key no `Authorization` header is sent, unless the author wrote one. */
export function withoutKey(apiKey: string | undefined, headers: Record<string, string>) {
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  return apiKey === undefined && !hasOwn ? { headers: { authorization: undefined } } : {}
}

/** Where the name of a model stands. */
export interface ModelNaming {
  /** Params that may hold it; the first that is filled counts. */
  nameParams?: readonly string[]
  /** The same where the credential names it, a deployment, or the node in another way. */
  nameOf?: (credential: Record<string, string>, values: JsonObject) => string
}

interface NamedModel extends ModelNaming {
  label: string
  credential?: Record<string, string> | undefined
}

/** The name of the model that a node chooses; `invalid_input` when it chooses none. */
export function readModelName(
  values: JsonObject,
  { label, nameParams = [], nameOf, credential = {} }: NamedModel,
  what: 'model' | 'embedding' | 'image model' = 'model',
): string {
  const names = [
    ...nameParams.map((param) => readText(values, param).trim()),
    nameOf?.(credential, values) ?? '',
  ]
  const modelName = names.find((name) => name !== '')
  if (modelName !== undefined) return modelName
  throw new RunnelError(
    'invalid_input',
    what === 'model'
      ? `The ${label} model has no name. Choose one in the model node.`
      : `The ${label} ${what} has no model. Choose one in the node.`,
  )
}
