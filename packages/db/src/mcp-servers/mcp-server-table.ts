import type { TenantColumn } from '../tenant/tenant-column.ts'

/** One server of tools in the list of a workspace; `sealed` holds its address and headers, opened only by the vault. */
export interface McpServerTable {
  id: string
  workspaceId: TenantColumn
  name: string
  /** Scheme, host and port of its address: the rest may be secret. */
  origin: string
  iconSrc: string | null
  color: string | null
  authType: string
  sealed: string
  /** JSON text of the tools that it listed when it was last asked. */
  tools: string | null
  toolCount: number
  status: string
  revision: number
  createdAt: number
  updatedAt: number
}
