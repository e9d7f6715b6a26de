import type { CredentialDefinition } from '@runnel/contract'

/** A credential type that is one key. Its name and its field are stored: they never change. */
export function keyCredential(
  name: string,
  { label, field, version = 1 }: { label: string; field: string; version?: number },
): CredentialDefinition {
  return { name, label, version, inputs: [{ label: `${label} Key`, name: field, type: 'password' }] }
}
