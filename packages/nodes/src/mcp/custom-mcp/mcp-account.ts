import type { CredentialType } from '@runnel/node-kit'

/** An account at an MCP server, which says itself where people sign in. */
export const mcpAccount: CredentialType = {
  name: 'mcpOAuth2',
  untested: 'connect',
  label: 'MCP OAuth2',
  version: 1,
  description:
    'Sign in at an MCP server: fill in its address and press Connect. It says itself where you sign in. The token goes to this address and nowhere else.',
  oauth2: { serverField: 'serverUrl' },
  inputs: [
    {
      label: 'Server URL',
      name: 'serverUrl',
      type: 'string',
      placeholder: 'https://mcp.example.com/mcp',
      description: 'As the node has it',
    },
    {
      label: 'Client ID',
      name: 'clientId',
      type: 'string',
      optional: true,
      additionalParams: true,
      description: 'Only where the sign-in server does not register clients by itself',
    },
    {
      label: 'Client Secret',
      name: 'clientSecret',
      type: 'password',
      optional: true,
      additionalParams: true,
    },
    {
      label: 'Sign-in server',
      name: 'issuer',
      type: 'string',
      optional: true,
      additionalParams: true,
      placeholder: 'https://login.example.com',
      description: 'Needed with a client secret: the secret goes there and nowhere else',
    },
    {
      label: 'Scope',
      name: 'scope',
      type: 'string',
      optional: true,
      additionalParams: true,
      description: 'What flows may do with the account; empty means what the server asks for',
    },
  ],
}
