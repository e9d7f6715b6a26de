import { MCP_SERVER_KEY, RunnelError } from '@runnel/contract'
import type { McpKind } from '../mcp-kind.ts'

/** A server by its id in the list of the workspace. */
export const listedServer: McpKind = {
  readServer(values, label) {
    const id = values[MCP_SERVER_KEY]
    if (typeof id === 'string' && id.trim() !== '') return { server: { transport: 'listed', id: id.trim() } }
    throw new RunnelError('invalid_input', `${label}: ${MCP_SERVER_KEY} is missing. Choose a server.`)
  },
}
