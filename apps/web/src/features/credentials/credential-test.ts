import type { CredentialTestResult } from '@runnel/contract'
import { api } from '../../app/api.ts'

/** What is tried: a stored credential, with what was typed over it, or one that is not stored. */
export interface CredentialTrial {
  id: string | undefined
  credentialName: string
  /** Absent where a stored one is tried as it is. */
  plainDataObj?: Record<string, string>
}

/** Asks the vendor whether it takes a credential; nothing is stored. */
export function testCredential(trial: CredentialTrial): Promise<CredentialTestResult> {
  const { id, credentialName, plainDataObj } = trial
  if (id === undefined)
    return api.testNewCredential({ body: { credentialName, plainDataObj: plainDataObj ?? {} } })
  return api.testCredential({ params: { id }, body: plainDataObj === undefined ? {} : { plainDataObj } })
}
