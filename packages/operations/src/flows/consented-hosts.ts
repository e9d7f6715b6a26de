import { can, type Principal } from '@runnel/access'
import { type FlowDocument, isJsonObject, type JsonValue } from '@runnel/contract'

const BASE_URL_KEYS = new Set(['basepath', 'baseUrl', 'baseURL'])

function collectHosts(value: JsonValue, hosts: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collectHosts(item, hosts)
  if (!isJsonObject(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if (BASE_URL_KEYS.has(key) && typeof inner === 'string' && URL.canParse(inner))
      hosts.add(new URL(inner).host)
    else collectHosts(inner, hosts)
  }
}

/**
 * Hosts to which this save consents that credentials go: the literal base URLs of the document, when the saver may
 * edit credentials (COMPATIBILITY, "Base URL of a credential"). Consent never opens private addresses.
 */
export function consentedHostsOf(document: FlowDocument, principal: Principal): string[] {
  if (!can(principal, 'credentials:update')) return []
  const hosts = new Set<string>()
  for (const node of document.nodes) collectHosts(node.values, hosts)
  return [...hosts].sort()
}
