import { type Principal, workspaceOf } from '@runnel/access'
import type { McpServer } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import { checkEchoes } from '../check-echoes.ts'
import { checkTaggedUse } from '../check-tagged-use.ts'
import type { OperationContext } from '../context.ts'
import { type McpServerInput, originOf, readConfig } from './check-mcp-server.ts'
import { presentMcpServer } from './present-mcp-server.ts'
import { openConfig, sealConfig } from './server-config.ts'

/**
 * Changes a server of the list. With another address or other headers it is to be asked anew, and what it listed is
 * forgotten. @throws RunnelError `not_found`, `invalid_input`, `stale_revision`
 */
export async function updateMcpServer(
  context: OperationContext,
  principal: Principal,
  change: { id: string; input: McpServerInput; expectedRevision?: number | undefined },
): Promise<McpServer> {
  const workspaceId = workspaceOf(principal)
  const { id, input } = change
  const row = await context.db.read(workspaceId).mcpServers.get(id)
  await checkTaggedUse(context, principal, { kind: 'mcpServer', target: id })
  checkEchoes(input, presentMcpServer(row), ['id', 'workspaceId', 'createdDate'])
  const before = openConfig(context, row)
  const { authType, ...config } = readConfig(input, { config: before, authType: row.authType })
  const isOther = JSON.stringify(config) !== JSON.stringify(before)
  const { name, iconSrc, color } = input
  const updated = await context.db.write(workspaceId, async (writer) => {
    const changed = await writer.mcpServers.update(
      id,
      {
        name,
        iconSrc,
        color,
        authType,
        ...(isOther && {
          origin: originOf(config.serverUrl),
          sealed: sealConfig(context, id, config),
          tools: null,
          toolCount: 0,
          status: 'PENDING',
        }),
      },
      // What was read is what is changed: a header that somebody gave meanwhile must not be lost.
      { expectedRevision: change.expectedRevision ?? row.revision },
    )
    await writer.audit.append(
      auditEntry(principal, {
        action: 'mcp-server.updated',
        subject: { kind: 'mcp-server', id, name: changed.name },
        before: { name: row.name, origin: row.origin, headers: Object.keys(before.headers) },
        after: { name: changed.name, origin: changed.origin, headers: Object.keys(config.headers) },
      }),
    )
    return changed
  })
  return presentMcpServer(updated)
}
