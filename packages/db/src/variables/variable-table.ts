import type { TenantColumn } from '../tenant/tenant-column.ts'

/** One variable of a workspace. */
export interface VariableTable {
  id: string
  workspaceId: TenantColumn
  name: string
  /** Null of a `secret` one, whose value is sealed. */
  value: string | null
  /** `runtime` takes its value from the environment or an override; that of `secret` leaves only for its hosts. */
  type: 'static' | 'runtime' | 'secret'
  /** The value of a `secret` one, by the vault; null of others. */
  sealed: string | null
  /** JSON list of the hosts to which a `secret` one may go; null of others. */
  hosts: string | null
  revision: number
  createdAt: number
  updatedAt: number
}
