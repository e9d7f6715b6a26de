import type { CredentialTable } from '../credentials/credential-table.ts'
import type { CustomTemplateTable } from '../templates/template-table.ts'
import type { TenantColumn } from '../tenant/tenant-column.ts'

/** One workspace may use one thing of another; either the credential or the template is named. */
export interface WorkspaceShareTable {
  id: string
  /** Whose the thing is. */
  workspaceId: TenantColumn
  /** Who may use it. */
  sharedWith: string
  credentialId: string | null
  templateId: string | null
  createdAt: number
}

/** Of a view of what a workspace may use: whose it is. It differs from `workspaceId` where the row is shared with it. */
interface Owned {
  ownerId: string
}

/** A view: the credentials of a workspace, and those that others share with it. */
export type UsableCredentialTable = CredentialTable & Owned

/** A view: the templates of a workspace, and those that others share with it. */
export type UsableTemplateTable = CustomTemplateTable & Owned
