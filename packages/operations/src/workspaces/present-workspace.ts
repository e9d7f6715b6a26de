import {
  comparedName,
  isoTime,
  refusalOf,
  reservedWorkspaceNames,
  tellWhy,
  type Workspace,
} from '@runnel/contract'
import type { WorkspaceRow } from '@runnel/db'

/** A workspace on the wire. */
export function presentWorkspace(
  { createdAt, updatedAt, deletedAt: _deletedAt, ...row }: WorkspaceRow & { userCount?: number },
  firstId?: string,
): Workspace {
  return {
    ...row,
    createdDate: isoTime(createdAt),
    updatedDate: isoTime(updatedAt),
    createdBy: null,
    updatedBy: null,
    ...(firstId === undefined ? {} : { isOrgDefault: row.id === firstId }),
  }
}

/** Some names are the product's own. @throws RunnelError `invalid_input` */
export function checkWorkspaceName(name: string | undefined): void {
  if (name === undefined || !reservedWorkspaceNames.includes(comparedName(name))) return
  throw refusalOf('invalid_input', tellWhy('workspace_name_reserved', { name }), { path: 'name' })
}
