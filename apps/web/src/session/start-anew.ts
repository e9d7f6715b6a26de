import type { SignedInUser } from '@runnel/contract'
import { useSessionStore } from './session-store.ts'

/**
 * Loads the app anew at its start, as who is signed in and in the workspace of the session: as `user` where that is known.
 * Until then the page stays what it was: it asks for nothing in the name of the next one, whose rights are others.
 */
export function startAnew(user?: SignedInUser): void {
  useSessionStore.getState().leave(user)
  window.location.assign('/')
}
