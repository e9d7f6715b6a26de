import type { SecretVariableRow } from '@runnel/db'
import type { Vault } from '@runnel/drivers'

/** Context that binds a sealed value to its variable. */
export function variableContext(id: string): string {
  return `variable:${id}`
}

/** Seals the value of a secret variable for its record. */
export function sealValue({ vault }: { vault: Vault }, id: string, value: string): string {
  return vault.seal(value, variableContext(id))
}

/** Opens the value of a secret variable. */
export function openValue({ vault }: { vault: Vault }, { id, sealed }: SecretVariableRow): string {
  return vault.open(sealed, variableContext(id))
}

/** The hosts that are kept with a variable. */
export function parseHosts(hosts: string | null): string[] {
  return hosts === null ? [] : (JSON.parse(hosts) as string[])
}
