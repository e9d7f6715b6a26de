import type { TenantColumn } from '../tenant/tenant-column.ts'

/** One credential; `sealed` is the vault's envelope, opened only there. */
export interface CredentialTable {
  id: string
  workspaceId: TenantColumn
  name: string
  /** The credential's type, such as `openAIApi`. */
  credentialName: string
  sealed: string
  revision: number
  createdAt: number
  updatedAt: number
}
