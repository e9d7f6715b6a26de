import type { TenantColumn } from '../tenant/tenant-column.ts'

/** One variable of a workspace. */
export interface VariableTable {
  id: string
  workspaceId: TenantColumn
  name: string
  value: string | null
  /** `runtime` takes its value from the environment or an override. */
  type: 'static' | 'runtime'
  revision: number
  createdAt: number
  updatedAt: number
}
