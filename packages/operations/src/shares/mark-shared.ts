import type { Principal } from '@runnel/access'
import type { SharedMark } from '@runnel/contract'
import type { OperationContext } from '../context.ts'

/** Where a row comes from, for each row of a list: nothing for the workspace's own. People are told the workspace's name. */
export async function markShared(
  { db }: OperationContext,
  principal: Principal,
  rows: readonly { workspaceId: string; isShared: boolean }[],
): Promise<(row: { workspaceId: string; isShared: boolean }) => SharedMark> {
  const owners = new Set(rows.flatMap(({ workspaceId, isShared }) => (isShared ? [workspaceId] : [])))
  const names = new Map<string, string>()
  if (principal.kind === 'user') {
    const { read } = db.organization(principal.organizationId)
    for (const id of owners) {
      const workspace = await read.findWorkspace(id)
      if (workspace) names.set(id, workspace.name)
    }
  }
  return ({ workspaceId, isShared }) => {
    const sharedFrom = names.get(workspaceId)
    return isShared ? { shared: true, ...(sharedFrom !== undefined && { sharedFrom }) } : {}
  }
}
