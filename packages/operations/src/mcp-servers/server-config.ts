import { isJsonObject, RunnelError } from '@runnel/contract'
import type { McpServerRow } from '@runnel/db'
import type { Vault } from '@runnel/drivers'

/** What of a listed server is secret: its address, and the headers that go to it. */
export interface ServerConfig {
  serverUrl: string
  headers: Record<string, string>
}

/** Context that binds a sealed server to its record. */
export function mcpServerContext(id: string): string {
  return `mcp-server:${id}`
}

/** Seals the address and the headers of a server for its record. */
export function sealConfig({ vault }: { vault: Vault }, id: string, config: ServerConfig): string {
  return vault.seal(JSON.stringify(config), mcpServerContext(id))
}

/** Opens the address and the headers of a stored server. */
export function openConfig(
  { vault }: { vault: Vault },
  { id, sealed }: Pick<McpServerRow, 'id' | 'sealed'>,
): ServerConfig {
  const value: unknown = JSON.parse(vault.open(sealed, mcpServerContext(id)))
  if (isJsonObject(value) && typeof value.serverUrl === 'string' && isJsonObject(value.headers))
    return value as unknown as ServerConfig
  throw new RunnelError('internal', 'A stored MCP server cannot be read.')
}
