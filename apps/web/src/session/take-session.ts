import type { SignedInUser } from '@runnel/contract'
import { useSessionStore } from './session-store.ts'

/**
 * Asks who is signed in, and where, and takes it for the page. An answer that was overtaken on its way, by a switch or by
 * what another tab learned, counts no more: it is asked for anew.
 */
export async function takeSession(ask: () => Promise<SignedInUser>): Promise<SignedInUser> {
  const { turn } = useSessionStore.getState()
  const user = await ask()
  const now = useSessionStore.getState()
  if (now.turn !== turn && !now.isLeaving) return takeSession(ask)
  now.begin(user)
  return user
}
