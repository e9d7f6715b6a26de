import { isApiError } from '@runnel/client'
import type { SharedItemType } from '@runnel/contract'
import { api } from '../../app/api.ts'

/** What somebody chose in a dialog. */
interface SharesChange {
  item: { id: string; kind: SharedItemType }
  /** The ids of the workspaces with which it was shared when they began. */
  first: readonly string[]
  chosen: readonly string[]
}

/** Others may change the same at the same time; who is met by it so often is told so. */
const MOST_TRIES = 3

/**
 * Shares something with those that were added, and no more with those that were taken out. What others changed meanwhile
 * stays: a workspace from which they took it back does not get it again by an old page.
 */
export async function changeShares(change: SharesChange, triesLeft = MOST_TRIES): Promise<void> {
  const { item, first, chosen } = change
  const { id, kind: itemType } = item
  const knownWorkspaceIds = (await api.listShares({ params: { id } })).map(({ workspaceId }) => workspaceId)
  const kept = knownWorkspaceIds.filter((each) => chosen.includes(each) || !first.includes(each))
  const added = chosen.filter((each) => !first.includes(each) && !kept.includes(each))
  const workspaceIds = [...kept, ...added]
  try {
    await api.replaceShares({ params: { id }, body: { itemType, workspaceIds, knownWorkspaceIds } })
  } catch (error) {
    if (!isApiError(error) || error.status !== 409 || triesLeft <= 1) throw error
    await changeShares(change, triesLeft - 1)
  }
}
