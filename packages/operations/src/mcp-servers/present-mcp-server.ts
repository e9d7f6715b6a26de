import { isoTime, MCP_MASK, type McpServer, type McpServerDetail } from '@runnel/contract'
import type { McpServerRow, McpServerSummary } from '@runnel/db'
import type { ServerConfig } from './server-config.ts'

/** An address of which the host may be seen: what stands behind it may be a key. */
export function maskAddress(address: string): string {
  return `${new URL(address).origin}/${MCP_MASK}`
}

/** A listed server on the wire. Its sealed part is not opened: behind the host everything is masked. */
export function presentMcpServer({
  createdAt,
  updatedAt,
  origin,
  authType,
  status,
  ...row
}: McpServerSummary): McpServer {
  return {
    ...withoutSecrets(row),
    serverUrl: `${origin}/${MCP_MASK}`,
    authType: authType as McpServer['authType'],
    status: status as McpServer['status'],
    createdDate: isoTime(createdAt),
    updatedDate: isoTime(updatedAt),
  }
}

/** A row may bring more than a list shows. */
function withoutSecrets<Row extends object>(row: Row): Omit<Row, 'sealed' | 'tools'> {
  const { sealed: _sealed, tools: _tools, ...shown } = row as Row & { sealed?: unknown; tools?: unknown }
  return shown
}

/** The same with its tools, and its headers by name. */
export function presentMcpServerDetail(row: McpServerRow, { headers }: ServerConfig): McpServerDetail {
  const masked = Object.fromEntries(Object.keys(headers).map((name) => [name, MCP_MASK]))
  return {
    ...presentMcpServer(row),
    tools: row.tools,
    authConfig: row.authType === 'CUSTOM_HEADERS' ? { headers: masked } : null,
  }
}
