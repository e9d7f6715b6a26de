import { can, type Principal } from '@runnel/access'
import type { FindDefinition, FlowDocument } from '@runnel/contract'
import { listDocumentHosts } from '../credentials/credential-hosts.ts'

/**
 * Hosts to which this save consents that credentials go: the literal addresses of the document, when the saver may
 * edit credentials (`docs/security.md`). Consent never opens private addresses.
 */
export function consentedHostsOf(
  document: FlowDocument,
  principal: Principal,
  find: FindDefinition,
): string[] {
  return can(principal, 'credentials:update') ? listDocumentHosts(document, find) : []
}
