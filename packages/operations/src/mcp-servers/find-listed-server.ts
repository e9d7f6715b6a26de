import { RunnelError, type ToolServer } from '@runnel/contract'
import type { ToolServerTarget } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { readWithPatience } from '../storage-patience.ts'
import { openConfig } from './server-config.ts'

/**
 * Where a server is, with its headers, right before it is asked; one of the list is opened by the process that asks.
 * @throws RunnelError `invalid_input` where the workspace lists none of that id
 */
export async function findListedServer(
  context: OperationContext,
  workspaceId: string,
  server: ToolServerTarget['server'],
): Promise<ToolServer> {
  if (server.transport !== 'listed') return server
  const row = await readWithPatience(context, () => context.db.read(workspaceId).mcpServers.find(server.id))
  if (!row) {
    throw new RunnelError(
      'invalid_input',
      'The MCP server that the node names is not in the list of this workspace (any more). Open the node and choose one.',
    )
  }
  const { serverUrl: url, headers } = openConfig(context, row)
  return { transport: 'auto', url, headers }
}
