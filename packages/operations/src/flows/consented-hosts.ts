import { can, type Principal } from '@runnel/access'
import type { FindDefinition, FlowDocument } from '@runnel/contract'
import { isForOnePlace, listConsents, olderFormsOf } from '../credentials/credential-hosts.ts'

/** A version and the consents that are kept with it. */
export interface ConsentedVersion {
  document: FlowDocument
  consentedHosts: readonly string[]
}

/**
 * The consents of a version. Older ones name hosts, or credentials and hosts: they were meant for what the version itself
 * sends there, and how.
 */
export function readConsents({ document, consentedHosts }: ConsentedVersion, find: FindDefinition): string[] {
  if (consentedHosts.every(isForOnePlace)) return [...consentedHosts]
  return listConsents(document, find).filter((consent) => {
    const { ofCredential, ofHost } = olderFormsOf(consent)
    return [consent, ofCredential, ofHost].some((form) => consentedHosts.includes(form))
  })
}

/**
 * To what this save consents: that each credential of the document goes to the literal address beside it, when the
 * saver may edit credentials; otherwise only what the version before consented to (`docs/security.md`). Consent
 * never opens private addresses.
 */
export function consentedHostsOf(
  document: FlowDocument,
  save: { principal: Principal; before?: ConsentedVersion | undefined },
  find: FindDefinition,
): string[] {
  if (can(save.principal, 'credentials:update')) return listConsents(document, find)
  return save.before ? keptConsentsOf(document, save.before, find) : []
}

/** What of the consents of another version holds for this document. */
export function keptConsentsOf(
  document: FlowDocument,
  before: ConsentedVersion,
  find: FindDefinition,
): string[] {
  const agreed = readConsents(before, find)
  return listConsents(document, find).filter((consent) => agreed.includes(consent))
}
