import { mcpNode } from '../mcp-node.ts'

/** Tools of a server behind Supergateway, which is called at its address. */
export const supergatewayMCP = mcpNode({
  definition: {
    name: 'supergatewayMCP',
    label: 'Supergateway MCP',
    version: 1,
    type: 'Tool',
    description: 'Tools of an MCP server that Supergateway offers at an address',
    inputs: [
      {
        label: 'Arguments',
        name: 'arguments',
        type: 'string',
        codeLanguage: 'words',
        rows: 4,
        acceptVariable: true,
        description:
          'As Supergateway takes them: --sse or --streamableHttp with the address, --header and --oauth2Bearer',
        placeholder: '--sse "https://example.com/sse" --header "X-Team: tea"',
      },
    ],
  },
  kind: async () => (await import('./gateway-server.ts')).gatewayServer,
})
