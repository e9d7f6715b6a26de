import type { CredentialDefinition } from '@runnel/contract'

/** A key of Anthropic. */
export const anthropicApiCredential: CredentialDefinition = {
  name: 'anthropicApi',
  label: 'Anthropic API',
  version: 1,
  inputs: [{ label: 'Anthropic Api Key', name: 'anthropicApiKey', type: 'password' }],
}
