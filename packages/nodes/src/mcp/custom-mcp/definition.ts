import { mcpNode } from '../mcp-node.ts'
import { mcpAccount } from './mcp-account.ts'

/** Tools of any server that speaks MCP. */
export const customMCP = mcpNode({
  definition: {
    name: 'customMCP',
    label: 'Custom MCP',
    version: 1.1,
    type: 'Tool',
    description: 'Tools of an MCP server at an address of your choice',
    sendsCredentialTo: ['mcpServerConfig.url'],
    credential: {
      label: 'Connect Credential',
      name: 'credential',
      type: 'credential',
      credentialNames: ['httpBearerToken', 'httpBasicAuth', 'httpApiKey', 'oauthClient', 'mcpOAuth2'],
      optional: true,
      description: 'Sent with every request to the server, and kept out of the flow',
    },
    inputs: [
      {
        label: 'MCP Server Config',
        name: 'mcpServerConfig',
        type: 'code',
        codeLanguage: 'json',
        acceptVariable: true,
        description:
          'JSON: the url of the server, and if need be headers, transport ("http" or "sse") and timeout in milliseconds. A program that the operator allows is named by {"command": "…"}',
        placeholder: `{
  "url": "https://example.com/mcp",
  "headers": { "Authorization": "Bearer {{$vars.token}}" }
}`,
      },
    ],
  },
  credentials: [
    {
      test: async (fields, at) => (await import('./test-oauth-client.ts')).testOAuthClient(fields, at),
      name: 'oauthClient',
      label: 'OAuth Client',
      version: 1,
      inputs: [
        {
          label: 'Token URL',
          name: 'tokenUrl',
          type: 'string',
          description: 'Where the client gets its token (client credentials)',
          placeholder: 'https://login.example.com/oauth/token',
        },
        { label: 'Client ID', name: 'clientId', type: 'string' },
        { label: 'Client Secret', name: 'clientSecret', type: 'password' },
        { label: 'Scope', name: 'scope', type: 'string', optional: true },
      ],
    },
    mcpAccount,
  ],
  kind: async () => (await import('./custom-server.ts')).customServer,
})
