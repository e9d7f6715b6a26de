import { isApiError } from '@runnel/client'
import type { WorkspaceUser } from '@runnel/contract'
import { api } from '../../../app/api.ts'
import { readPlace } from '../people-queries.ts'
import { type WhyKept, whyKept } from './why-kept.ts'

/** What became of one of several who were to be removed: removed, out of it before, or kept, and why. */
export interface Removal {
  place: WorkspaceUser
  outcome: 'removed' | 'gone' | WhyKept
}

interface Removing {
  workspaceId: string
  places: readonly WorkspaceUser[]
  selfId: string | undefined
  /** The places of the page as they are now. */
  readPage: () => Promise<readonly WorkspaceUser[]>
}

/** Others may change the same people at the same time; who is met by it twice is told so. */
const MOST_TRIES = 2

/**
 * Removes several from a workspace. The server takes all of a call or none, so who is not there any more, or is out of
 * reach by now, is looked for first and left out.
 */
export async function removeTogether(removing: Removing, triesLeft = MOST_TRIES): Promise<Removal[]> {
  const outcomes = await lookAgain(removing)
  const userIds = outcomes.filter(({ outcome }) => outcome === 'removed').map(({ place }) => place.userId)
  if (userIds.length === 0) return outcomes
  try {
    await api.unlinkWorkspaceUsers({ params: { id: removing.workspaceId }, body: { userIds } })
    return outcomes
  } catch (error) {
    const isOvertaken = isApiError(error) && (error.status === 404 || error.status === 409)
    if (!isOvertaken || triesLeft <= 1) throw error
    return removeTogether(removing, triesLeft - 1)
  }
}

/** What becomes of each, as it stands now. */
async function lookAgain({ places, selfId, readPage }: Removing): Promise<Removal[]> {
  const page = new Map((await readPage()).map((place) => [place.userId, place]))
  return Promise.all(
    places.map(async (place): Promise<Removal> => {
      // Who is not on the page any more may have moved to another.
      const now = page.get(place.userId) ?? (await readPlace(place))
      return { place, outcome: now === undefined ? 'gone' : (whyKept(now, selfId) ?? 'removed') }
    }),
  )
}
