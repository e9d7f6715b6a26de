import { type Principal, workspaceOf } from '@runnel/access'
import { type McpServerDetail, type McpTool, mcpToolListSchema } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { presentMcpServerDetail } from './present-mcp-server.ts'
import { openConfig } from './server-config.ts'

/** One MCP server with the names of its headers and what it listed. @throws RunnelError `not_found` */
export async function getMcpServer(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<McpServerDetail> {
  const row = await context.db.read(workspaceOf(principal)).mcpServers.get(id)
  return presentMcpServerDetail(row, openConfig(context, row))
}

/** The tools that an MCP server listed when it was last asked; none before. @throws RunnelError `not_found` */
export async function listMcpServerTools(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<McpTool[]> {
  const { tools } = await context.db.read(workspaceOf(principal)).mcpServers.get(id)
  return tools === null ? [] : mcpToolListSchema.parse(JSON.parse(tools)).tools
}
