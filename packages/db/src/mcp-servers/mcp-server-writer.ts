import { createNamedWriter, type NamedWriter } from '../tenant/named-rows.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'

/** Writes the servers of tools of one workspace. */
export type McpServerWriter = NamedWriter<'mcpServers'>

/** Makes the writer of servers of tools. */
export function createMcpServerWriter(scope: TenantScope): McpServerWriter {
  return createNamedWriter(scope, { table: 'mcpServers', what: 'MCP server', updated: 'mcp-server.updated' })
}
