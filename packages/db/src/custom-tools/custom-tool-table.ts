import type { TenantColumn } from '../tenant/tenant-column.ts'

/** One tool of a workspace that runs code of its author; its columns are the reference's. */
export interface CustomToolTable {
  id: string
  workspaceId: TenantColumn
  /** No other tool of the workspace has it. */
  name: string
  description: string
  color: string
  iconSrc: string | null
  /** JSON text of its inputs. */
  schema: string | null
  func: string | null
  revision: number
  createdAt: number
  updatedAt: number
}
