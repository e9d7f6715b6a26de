import { can, type Principal } from '@runnel/access'
import type { FlowDocument } from '@runnel/contract'
import { collectBaseHosts } from '../credentials/base-urls.ts'

/**
 * Hosts to which this save consents that credentials go: the literal base URLs of the document, when the saver may
 * edit credentials (`docs/security.md`). Consent never opens private addresses.
 */
export function consentedHostsOf(document: FlowDocument, principal: Principal): string[] {
  if (!can(principal, 'credentials:update')) return []
  const hosts = new Set<string>()
  for (const node of document.nodes) collectBaseHosts(node.values, hosts)
  return [...hosts].sort()
}
