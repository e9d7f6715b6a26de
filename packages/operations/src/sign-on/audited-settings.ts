import { type LoginMethodConfig, withoutSecrets } from '@runnel/contract'
import type { LoginMethodRow } from '@runnel/db'
import { certificateFingerprint, splitCertificates } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import { openSettings } from './provider-settings.ts'

/** What the audit log keeps of the settings of a login method: no secret, and certificates by their fingerprints. */
export function auditedSettings(config: LoginMethodConfig): object {
  const { certificate, metadataUrl: _address, ...told } = withoutSecrets(config)
  if (!certificate) return told
  const certificates = splitCertificates(certificate).map(
    (each) => certificateFingerprint(each) ?? 'unreadable',
  )
  return { ...told, certificates }
}

/** What an entry of the audit log tells of a login method. */
export const toldOf = (context: OperationContext, row: Pick<LoginMethodRow, 'id' | 'sealed' | 'status'>) => ({
  status: row.status,
  ...auditedSettings(openSettings(context, row)),
})
