import type { Share } from '@runnel/contract'

/** A workspace that something may be shared with. */
export interface Receiver {
  id: string
  name: string
}

/** The person's other workspaces of this organisation, and those with which it is shared already, by name. */
export function listReceivers(
  user: {
    activeWorkspaceId: string
    activeOrganizationId: string
    assignedWorkspaces: readonly (Receiver & { organizationId: string })[]
  },
  shares: readonly Pick<Share, 'workspaceId' | 'workspaceName'>[],
): Receiver[] {
  const own = user.assignedWorkspaces
    .filter(
      ({ id, organizationId }) =>
        id !== user.activeWorkspaceId && organizationId === user.activeOrganizationId,
    )
    .map(({ id, name }): [string, Receiver] => [id, { id, name }])
  const known = shares.map(({ workspaceId: id, workspaceName: name }): [string, Receiver] => [
    id,
    { id, name },
  ])
  return [...new Map([...known, ...own]).values()].toSorted((one, other) =>
    one.name.localeCompare(other.name),
  )
}
