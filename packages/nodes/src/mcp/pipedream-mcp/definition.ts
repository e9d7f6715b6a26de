import { mcpNode } from '../mcp-node.ts'

/** Tools of the apps that a user connected at Pipedream. */
export const pipedreamMCP = mcpNode({
  definition: {
    name: 'pipedreamMCP',
    label: 'Pipedream MCP',
    version: 1,
    type: 'Tool',
    description: 'Tools of the apps that a user connected at Pipedream',
    credential: {
      label: 'Connect Credential',
      name: 'credential',
      type: 'credential',
      credentialNames: ['pipedreamOAuthApi'],
    },
    inputs: [
      {
        label: 'Environment',
        name: 'environment',
        type: 'options',
        options: [
          { label: 'Development', name: 'development' },
          { label: 'Production', name: 'production' },
        ],
        default: 'development',
      },
      {
        label: 'App Slug',
        name: 'appSlug',
        type: 'string',
        description: 'Which app, as Pipedream names it in its addresses',
        placeholder: 'notion',
        identifies: true,
      },
      {
        label: 'External User ID',
        name: 'externalUserId',
        type: 'string',
        description: 'Whose accounts are used; an id of your own',
        acceptVariable: true,
      },
      {
        label: 'Tool Mode',
        name: 'toolMode',
        type: 'options',
        options: [{ label: 'Tools Only', name: 'tools-only' }],
        default: 'tools-only',
        additionalParams: true,
      },
    ],
  },
  credentials: [
    {
      test: async (fields, at) => (await import('./test-pipedream.ts')).testPipedream(fields, at),
      name: 'pipedreamOAuthApi',
      label: 'Pipedream Connect',
      version: 1,
      inputs: [
        { label: 'Client ID', name: 'clientId', type: 'string' },
        { label: 'Client Secret', name: 'clientSecret', type: 'password' },
        { label: 'Project ID', name: 'projectId', type: 'string', placeholder: 'proj_…' },
        { label: 'OAuth Scopes', name: 'oauthScopes', type: 'string', optional: true },
      ],
    },
  ],
  kind: async () => (await import('./pipedream-server.ts')).pipedreamServer,
})
