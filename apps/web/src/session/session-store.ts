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
  /** Who is signed in in place of the person of the page: that stays theirs until it is loaded anew. */
  other: SignedInUser | null
  /** The session was renewed, or the person of the page signed in again. */
  begin: (user: SignedInUser) => void
  /** Somebody signed in, or went into the workspace that is active now: the page is theirs from here on. */
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
export const useSessionStore = create<SessionStore>()((set, get) => ({
  ...stored,
  shownWorkspaceId: stored.user?.activeWorkspaceId ?? null,
  other: null,
  begin: (user) => {
    const session = keep(user)
    const { user: own } = get()
    if (own !== null && own.id !== user.id) return set({ other: user })
    set((now) => ({ ...session, shownWorkspaceId: now.shownWorkspaceId ?? user.activeWorkspaceId }))
  },
  enter: (user) => set({ ...keep(user), other: null, shownWorkspaceId: user.activeWorkspaceId }),
  end: () => {
    clearSession(localStorage)
    clearReadableCookies(document)
    set({ ...noSession, other: null, shownWorkspaceId: null })
  },
}))
