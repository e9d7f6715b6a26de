import type { CredentialDefinition, InputDefinition } from '@runnel/contract'
import type { CredentialType } from '../credential-test.ts'
import { type KeyTest, testKey } from './key-test.ts'

interface KeyFacts {
  label: string
  field: string
  version?: number
  /** What the key is called in its form, where that is not the label's key. */
  keyLabel?: string
  /** How the vendor is asked whether it takes the key; absent where nobody but the node knows whom to ask. */
  test?: KeyTest
  /** Why it cannot be asked. */
  untested?: CredentialDefinition['untested']
}

/** A credential type that is one key. Its name and its field are stored: they never change. */
export function keyCredential(
  name: string,
  { label, field, version = 1, keyLabel = `${label} Key`, test, untested }: KeyFacts,
): CredentialType {
  return {
    name,
    label,
    version,
    inputs: [{ label: keyLabel, name: field, type: 'password' }],
    ...(test && { test: testKey(field, test) }),
    ...(untested && { untested }),
  }
}

/** The param by which an author chooses a credential of this type; of one that a vendor brings the name is enough. */
export function credentialInput({ name }: Pick<CredentialDefinition, 'name'>): InputDefinition {
  return { label: 'Connect Credential', name: 'credential', type: 'credential', credentialNames: [name] }
}
