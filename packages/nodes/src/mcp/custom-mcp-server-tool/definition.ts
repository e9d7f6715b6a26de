import { MCP_SERVER_KEY } from '@runnel/contract'
import { mcpNode } from '../mcp-node.ts'

/** Tools of a server in the list of the workspace: its address and its keys stand there and in no flow. */
export const customMcpServerTool = mcpNode({
  definition: {
    name: 'customMcpServerTool',
    label: 'Custom MCP Server',
    version: 1,
    type: 'Tool',
    description: 'Tools of an MCP server in the list of this workspace, on the page “Tools”',
    inputs: [
      {
        label: 'MCP Server',
        name: MCP_SERVER_KEY,
        readAs: 'mcpServer',
        type: 'asyncOptions',
        loadMethod: 'listServers',
        identifies: true,
      },
    ],
  },
  kind: async () => (await import('./listed-server.ts')).listedServer,
  load: { listServers: async () => (await import('./list-servers.ts')).listServers },
})
