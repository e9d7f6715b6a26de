import { credentialInput, keyCredential } from '@runnel/node-kit'
import { mcpNode } from '../mcp-node.ts'

const browserless = keyCredential('browserlessApi', {
  untested: 'paid',
  label: 'Browserless API',
  field: 'browserlessApiToken',
  keyLabel: 'Browserless API Token',
})

/** Tools of the MCP server of Browserless: a browser in its cloud. */
export const browserlessMCP = mcpNode({
  definition: {
    name: 'browserlessMCP',
    label: 'Browserless MCP',
    version: 1,
    type: 'Tool',
    description: 'Opens, reads and photographs pages in a browser of Browserless',
    credential: credentialInput(browserless),
    inputs: [],
  },
  credentials: [browserless],
  kind: async () => (await import('./browserless-server.ts')).browserlessServer,
})
