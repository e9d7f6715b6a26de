import { randomUUID } from 'node:crypto'
import { type Principal, workspaceOf } from '@runnel/access'
import type { McpServer } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { type McpServerInput, originOf, readConfig } from './check-mcp-server.ts'
import { presentMcpServer } from './present-mcp-server.ts'
import { sealConfig } from './server-config.ts'

/** Puts a server into the list of the workspace. Nobody is asked yet. @throws RunnelError `invalid_input` */
export async function createMcpServer(
  context: OperationContext,
  principal: Principal,
  input: McpServerInput & { name: string; serverUrl: string },
): Promise<McpServer> {
  const { authType, ...config } = readConfig(input)
  const { name, iconSrc, color } = input
  const id = randomUUID()
  const row = await context.db.write(workspaceOf(principal), async (writer) => {
    const made = await writer.mcpServers.insert({
      id,
      name,
      iconSrc,
      color,
      authType,
      origin: originOf(config.serverUrl),
      sealed: sealConfig(context, id, config),
      toolCount: 0,
      status: 'PENDING',
    })
    const subject = { kind: 'mcp-server', id, name }
    const after = { name, origin: made.origin, headers: Object.keys(config.headers) }
    await writer.audit.append(auditEntry(principal, { action: 'mcp-server.created', subject, after }))
    return made
  })
  return presentMcpServer(row)
}
