import type { CredentialDefinition } from '@runnel/contract'

/** A key of OpenAI, or of a server that speaks its protocol. */
export const openAIApiCredential: CredentialDefinition = {
  name: 'openAIApi',
  label: 'OpenAI API',
  version: 1,
  icon: 'IconBrandOpenai',
  inputs: [{ label: 'OpenAI Api Key', name: 'openAIApiKey', type: 'password' }],
}
