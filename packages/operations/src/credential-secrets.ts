import { isJsonObject, RunnelError } from '@runnel/contract'
import type { CredentialRow } from '@runnel/db'
import type { Vault } from '@runnel/drivers'

/** Context that binds a sealed credential to its record. */
export function credentialContext(id: string): string {
  return `credential:${id}`
}

/** Seals the fields of a credential for its record. */
export function sealFields({ vault }: { vault: Vault }, id: string, fields: Record<string, string>): string {
  return vault.seal(JSON.stringify(fields), credentialContext(id))
}

/** Opens the fields of a stored credential: named plain texts. */
export function openFields(
  { vault }: { vault: Vault },
  { id, sealed }: Pick<CredentialRow, 'id' | 'sealed'>,
): Record<string, string> {
  const value: unknown = JSON.parse(vault.open(sealed, credentialContext(id)))
  if (!isJsonObject(value)) throw new RunnelError('internal', 'A stored credential is not an object.')
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, String(field ?? '')]))
}
