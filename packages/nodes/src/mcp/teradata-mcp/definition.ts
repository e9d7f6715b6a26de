import { mcpNode } from '../mcp-node.ts'

/** Tools of a Teradata MCP server. */
export const teradataMCP = mcpNode({
  definition: {
    name: 'teradataMCP',
    label: 'Teradata MCP',
    version: 1,
    type: 'Tool',
    description: 'Tools of an MCP server of Teradata',
    sendsCredentialTo: ['mcpUrl'],
    credential: {
      label: 'Connect Credential',
      name: 'credential',
      type: 'credential',
      credentialNames: ['teradataTD2Auth', 'teradataBearerToken'],
      optional: true,
    },
    inputs: [
      {
        label: 'MCP Server URL',
        name: 'mcpUrl',
        type: 'string',
        identifies: true,
        placeholder: 'https://teradata.example.com/mcp',
      },
      {
        label: 'Bearer Token',
        name: 'bearerToken',
        type: 'string',
        description: 'Used where no credential is chosen; name a variable here rather than the token',
        placeholder: '{{$vars.teradataToken}}',
        acceptVariable: true,
        optional: true,
      },
    ],
  },
  credentials: [
    {
      name: 'teradataTD2Auth',
      untested: 'addressInNode',
      label: 'Teradata TD2 Auth',
      version: 1,
      inputs: [
        { label: 'Teradata TD2 Auth Username', name: 'tdUsername', type: 'string' },
        { label: 'Teradata TD2 Auth Password', name: 'tdPassword', type: 'password' },
      ],
    },
    {
      name: 'teradataBearerToken',
      untested: 'addressInNode',
      label: 'Teradata Bearer Token',
      version: 1,
      inputs: [{ label: 'Token', name: 'token', type: 'password' }],
    },
  ],
  kind: async () => (await import('./teradata-server.ts')).teradataServer,
})
