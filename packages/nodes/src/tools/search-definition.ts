import type { CredentialDefinition, InputDefinition, NodeDefinition } from '@runnel/contract'
import { credentialInput } from '@runnel/node-kit'
import { toolDefinition } from './tool-definition.ts'

/** What tells one search engine from another. */
interface SearchDefinition
  extends Pick<NodeDefinition, 'name' | 'label' | 'version' | 'description' | 'baseClasses'> {
  credential?: CredentialDefinition
  inputs?: InputDefinition[]
}

/** The definition of a search engine: its own classes stand before those of every tool. */
export function searchDefinition({
  credential,
  inputs = [],
  baseClasses,
  ...own
}: SearchDefinition): NodeDefinition {
  return toolDefinition({
    ...own,
    type: baseClasses[0] ?? own.name,
    icon: 'IconSearch',
    baseClasses,
    effects: 'read',
    ...(credential && { credential: credentialInput(credential) }),
    inputs,
  })
}
