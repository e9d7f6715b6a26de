import type { PlatformType } from '@runnel/access'
import { sortWorkspaces } from './sort-workspaces.ts'
import type { StoredUser } from './stored-session.ts'

type Places = Pick<StoredUser, 'assignedWorkspaces'> | null

/**
 * Whether pages tell the organisation beside the workspace: in the cloud always, elsewhere where there are several or
 * another can be made. With one organisation alone its name tells nothing apart.
 */
export function tellsOrganization(
  platform: PlatformType | undefined,
  user: Pick<StoredUser, 'assignedWorkspaces' | 'mayMakeOrganization'> | null,
): boolean {
  if (platform === 'cloud') return true
  return user?.mayMakeOrganization === true || listOrganizations(user).length > 1
}

/** The organisations in which a person has a workspace, each once, in the order of names. */
export function listOrganizations(user: Places): { id: string; name: string }[] {
  // A session that an older version stored has no names until the server has been asked.
  const found = (user?.assignedWorkspaces ?? []).map(
    ({ organizationId: id, organization: name = '' }): [string, { id: string; name: string }] => [
      id,
      { id, name },
    ],
  )
  return sortWorkspaces([...new Map(found).values()])
}

/** The workspaces of a person in one organisation, in the order in which they are offered. */
export function listWorkspacesIn(user: Places, organizationId: string) {
  const own = (user?.assignedWorkspaces ?? []).filter((each) => each.organizationId === organizationId)
  return sortWorkspaces(own)
}
