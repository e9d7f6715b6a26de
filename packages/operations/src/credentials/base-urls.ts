import { isJsonObject, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'

/** Names under which nodes keep an address of a vendor of one's own, as in the reference's catalogue. */
const BASE_URL_NAMES: ReadonlySet<string> = new Set([
  'basepath',
  'basePath',
  'baseUrl',
  'baseURL',
  'endpoint',
  'endpointHost',
  'overrideEndpoint',
  'proxyUrl',
])

const isAddress = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && value.trim() !== ''

/**
 * Hosts (with port) that a model's values name literally; empty when the vendor's own address is used.
 * @throws RunnelError `invalid_input` for a text that is no address
 */
export function baseHostsOf(values: JsonObject): string[] {
  const urls = Object.entries(values).flatMap(([name, value]) =>
    BASE_URL_NAMES.has(name) && isAddress(value) ? [value] : [],
  )
  return urls.map((url) => {
    if (!URL.canParse(url)) throw new RunnelError('invalid_input', `The base URL “${url}” is not an address.`)
    return new URL(url).host
  })
}

/** All hosts that literal base URLs name anywhere inside a value; texts that are no addresses are passed over. */
export function collectBaseHosts(value: JsonValue, hosts: Set<string> = new Set()): Set<string> {
  if (Array.isArray(value)) for (const item of value) collectBaseHosts(item, hosts)
  if (!isJsonObject(value)) return hosts
  for (const [name, inner] of Object.entries(value)) {
    if (!BASE_URL_NAMES.has(name) || !isAddress(inner)) collectBaseHosts(inner, hosts)
    else if (URL.canParse(inner)) hosts.add(new URL(inner).host)
  }
  return hosts
}
