import { createNamedWriter, type NamedWriter, type NewNamed } from '../tenant/named-rows.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'

/** Writes the credentials of one workspace; `sealed` comes from the vault, and the type of a credential stays what it is. */
export type CredentialWriter = NamedWriter<'credentials'>

/** A new credential. */
export type NewCredential = NewNamed<'credentials'>

/** Makes the writer of credentials. */
export function createCredentialWriter(scope: TenantScope): CredentialWriter {
  return createNamedWriter(scope, { table: 'credentials', what: 'Credential', updated: 'credential.updated' })
}
