import { type Principal, workspaceOf } from '@runnel/access'
import type { Deletion } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'

/** Takes a server off the list; flows that use it say so when they run. @throws RunnelError `not_found` */
export async function deleteMcpServer(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Deletion> {
  const workspaceId = workspaceOf(principal)
  const { name, origin } = await context.db.read(workspaceId).mcpServers.get(id)
  await context.db.write(workspaceId, async (writer) => {
    await writer.mcpServers.delete(id)
    const subject = { kind: 'mcp-server', id, name }
    const before = { name, origin }
    await writer.audit.append(auditEntry(principal, { action: 'mcp-server.deleted', subject, before }))
  })
  return { raw: [], affected: 1 }
}
