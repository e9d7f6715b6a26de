import { type Principal, workspaceOf } from '@runnel/access'
import type { McpServer } from '@runnel/contract'
import type { PageQuery } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { listUsage, type UsageWish } from '../list-usage.ts'
import { presentMcpServer } from './present-mcp-server.ts'

/** Lists the MCP servers of a workspace; newest change first unless asked otherwise. */
export async function listMcpServers(
  context: OperationContext,
  principal: Principal,
  { view, ...query }: PageQuery & UsageWish,
): Promise<{ rows: McpServer[]; total: number }> {
  const { rows, total } = await context.db
    .read(workspaceOf(principal))
    .mcpServers.list({ limit: 200, ...query })
  const targets = rows.map(({ id }) => id)
  const usageOf = await listUsage(context, principal, { view, kind: 'mcpServer', targets })
  return { rows: rows.map((row) => ({ ...presentMcpServer(row), ...usageOf(row.id) })), total }
}
