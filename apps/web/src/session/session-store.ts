import type { SignedInUser } from '@runnel/contract'
import { create } from 'zustand'
import { clearReadableCookies } from './clear-readable-cookies.ts'
import {
  clearSession,
  noSession,
  readSession,
  type SessionState,
  storeSession,
  toSessionState,
} from './stored-session.ts'

interface SessionStore extends SessionState {
  /** Someone signed in, or the session was renewed. */
  begin: (user: SignedInUser) => void
  /** Nobody is signed in any more. */
  end: () => void
}

/** Who is signed in, for the whole app; kept in the local storage so that a reload begins with it. */
export const useSessionStore = create<SessionStore>()((set) => ({
  ...readSession(localStorage),
  begin: (user) => {
    const session = toSessionState(user)
    storeSession(localStorage, session)
    set(session)
  },
  end: () => {
    clearSession(localStorage)
    clearReadableCookies(document)
    set(noSession)
  },
}))
