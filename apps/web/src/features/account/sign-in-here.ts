import type { SignedInUser } from '@runnel/contract'
import { api } from '../../app/api.ts'
import { useSessionStore } from '../../session/session-store.ts'

/**
 * Begins a session over the page, in the workspace that it shows where its person is still in that. False where it is
 * somebody else's: the page stays its own person's.
 */
export async function signInHere(signIn: () => Promise<SignedInUser>): Promise<boolean> {
  const { begin, shownWorkspaceId, user: own } = useSessionStore.getState()
  const signedIn = await signIn()
  // The page is told whether it may go on with what it shows, however many workspaces there are.
  const user = signedIn.hasMoreWorkspaces ? await api.getSession({}) : signedIn
  const isSame = own?.id === user.id
  const isElsewhere = user.activeWorkspaceId !== shownWorkspaceId
  const canReturn = user.assignedWorkspaces.some(({ id }) => id === shownWorkspaceId)
  if (isSame && isElsewhere && canReturn && shownWorkspaceId !== null)
    begin(await api.switchWorkspace({ query: { id: shownWorkspaceId }, body: {} }))
  else begin(user)
  return isSame
}
