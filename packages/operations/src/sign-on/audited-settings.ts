import type { LoginMethodConfig } from '@runnel/contract'
import { certificateFingerprint, splitCertificates } from '@runnel/drivers'

/** What the audit log keeps of the settings of a login method: no secret, and certificates by their fingerprints. */
export function auditedSettings({
  clientSecret: _secret,
  certificate,
  metadataUrl: _address,
  ...told
}: LoginMethodConfig): object {
  if (!certificate) return told
  const certificates = splitCertificates(certificate).map(
    (each) => certificateFingerprint(each) ?? 'unreadable',
  )
  return { ...told, certificates }
}
