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
  /** Rises with all that an answer about the session, which was asked for before, knows nothing of. */
  turn: number
  /** The app is being loaded anew: what this page is told of the session any more changes nothing. */
  isLeaving: boolean
  /** The session was renewed, or the person of the page signed in again. */
  begin: (user: SignedInUser) => void
  /** Somebody signed in, or went into the workspace that is active now: the page is theirs from here on. */
  enter: (user: SignedInUser) => void
  /** Another tab learned something of the session. */
  overtake: () => void
  /** The page is left for one that begins with `user`: until it is there, this one stays what it is. */
  leave: (user: SignedInUser | undefined) => void
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
  turn: 0,
  isLeaving: false,
  begin: (user) => {
    if (get().isLeaving) return
    const session = keep(user)
    const { user: own } = get()
    if (own !== null && own.id !== user.id) return set({ other: user })
    set((now) => ({ ...session, shownWorkspaceId: now.shownWorkspaceId ?? user.activeWorkspaceId }))
  },
  enter: (user) =>
    set(({ turn }) => ({
      ...keep(user),
      other: null,
      shownWorkspaceId: user.activeWorkspaceId,
      turn: turn + 1,
    })),
  overtake: () => set(({ turn }) => ({ turn: turn + 1 })),
  leave: (user) => {
    if (user) storeSession(localStorage, toSessionState(user))
    set(({ turn }) => ({ turn: turn + 1, isLeaving: true }))
  },
  end: () => {
    clearSession(localStorage)
    clearReadableCookies(document)
    set(({ turn }) => ({ ...noSession, other: null, shownWorkspaceId: null, turn: turn + 1 }))
  },
}))
