import { testKey } from '@runnel/node-kit'
import { mcpNode } from '../mcp-node.ts'

/** Tools of GitHub's own MCP server. */
export const githubMCP = mcpNode({
  definition: {
    name: 'githubMCP',
    label: 'Github MCP',
    version: 1,
    type: 'Tool',
    description: 'Tools of the MCP server of GitHub: repositories, issues, pull requests',
    sendsCredentialTo: ['githubEnterpriseUrl'],
    credential: {
      label: 'Connect Credential',
      name: 'credential',
      type: 'credential',
      credentialNames: ['githubApi'],
    },
    inputs: [
      {
        label: 'GitHub Enterprise URL',
        name: 'githubEnterpriseUrl',
        type: 'string',
        description: 'For an enterprise of ghe.com. Enterprise Server has no MCP server of its own',
        placeholder: 'https://octocorp.ghe.com',
        optional: true,
      },
    ],
  },
  credentials: [
    {
      test: testKey('accessToken', {
        url: 'https://api.github.com/user',
        headers: { accept: 'application/vnd.github+json' },
      }),
      name: 'githubApi',
      label: 'Github API',
      version: 1,
      inputs: [{ label: 'Access Token', name: 'accessToken', type: 'password' }],
    },
  ],
  kind: async () => (await import('./github-server.ts')).githubServer,
})
