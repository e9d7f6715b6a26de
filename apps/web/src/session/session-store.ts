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
  /** The workspace of which the page shows things: it stays until the page enters another. */
  shownWorkspaceId: string | null
  /** Someone signed in, or the session was renewed. */
  begin: (user: SignedInUser) => void
  /** The person went into the workspace that is active now. */
  enter: (user: SignedInUser) => void
  /** Nobody is signed in any more. */
  end: () => void
}

const stored = readSession(localStorage)

function keep(user: SignedInUser): SessionState {
  const session = toSessionState(user)
  storeSession(localStorage, session)
  return session
}

/** Who is signed in, for the whole app; kept in the local storage so that a reload begins with it. */
export const useSessionStore = create<SessionStore>()((set) => ({
  ...stored,
  shownWorkspaceId: stored.user?.activeWorkspaceId ?? null,
  begin: (user) => {
    const session = keep(user)
    set((now) => ({ ...session, shownWorkspaceId: now.shownWorkspaceId ?? user.activeWorkspaceId }))
  },
  enter: (user) => set({ ...keep(user), shownWorkspaceId: user.activeWorkspaceId }),
  end: () => {
    clearSession(localStorage)
    clearReadableCookies(document)
    set({ ...noSession, shownWorkspaceId: null })
  },
}))
