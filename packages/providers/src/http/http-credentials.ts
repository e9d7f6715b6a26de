import type { CredentialDefinition } from '@runnel/contract'

/** A user's name and password, as servers ask for them by themselves. */
export const httpBasicAuthCredential: CredentialDefinition = {
  name: 'httpBasicAuth',
  untested: 'addressInNode',
  label: 'HTTP Basic Auth',
  version: 1,
  icon: 'IconWorld',
  inputs: [
    { label: 'Basic Auth Username', name: 'basicAuthUsername', type: 'string' },
    { label: 'Basic Auth Password', name: 'basicAuthPassword', type: 'password' },
  ],
}

/** A token that goes behind the word Bearer. */
export const httpBearerTokenCredential: CredentialDefinition = {
  name: 'httpBearerToken',
  untested: 'addressInNode',
  label: 'HTTP Bearer Token',
  version: 1,
  icon: 'IconWorld',
  inputs: [{ label: 'Token', name: 'token', type: 'password' }],
}

/** A header of the server's own with its value. */
export const httpApiKeyCredential: CredentialDefinition = {
  name: 'httpApiKey',
  untested: 'addressInNode',
  label: 'HTTP Api Key',
  version: 1,
  icon: 'IconWorld',
  inputs: [
    { label: 'Key', name: 'key', type: 'string', description: 'The name of the header' },
    { label: 'Value', name: 'value', type: 'password' },
  ],
}
