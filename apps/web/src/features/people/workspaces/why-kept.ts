import type { WorkspaceUser } from '@runnel/contract'

/** Why somebody is not removed from a workspace together with others. */
export type WhyKept = 'self' | 'administrator' | 'beyond'

/**
 * Why somebody stays where several are removed: oneself; administrators of the organisation, each of whom is taken out on
 * purpose; whoever is out of reach, as the server says. Undefined where they go.
 */
export function whyKept(
  place: Pick<WorkspaceUser, 'userId' | 'isOrgOwner' | 'may'>,
  selfId: string | undefined,
): WhyKept | undefined {
  if (place.userId === selfId) return 'self'
  if (place.isOrgOwner) return 'administrator'
  return place.may?.delete ? undefined : 'beyond'
}
