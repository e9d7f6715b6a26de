import type { SignedInUser } from '@runnel/contract'
import { isPageHeld } from './held-pages.ts'
import { releasePage } from './leave-question.ts'
import { isOpenPage, leaveTo } from './leave-to.ts'
import { useSessionStore } from './session-store.ts'
import { askToSignIn, askWhose, settleSignIn, useSignInAgain } from './sign-in-again-store.ts'
import { startAnew } from './start-anew.ts'
import { readSession, storeSession, toSessionState } from './stored-session.ts'

/** A call met the session of somebody else: true once the person of the page is back, and it is sent again. */
export async function meetOtherSession(
  { method }: { method: string },
  getSession: () => Promise<SignedInUser>,
): Promise<boolean> {
  const { user } = useSessionStore.getState()
  const now = await findSignedIn(getSession)
  if (now === undefined || user === null) return false
  if (now.id === user.id) return true
  // Something was to be done in the name of the page's person: they are told, even where nothing is typed.
  if (method !== 'GET') return askWhose(now)
  return meetOther(now) ?? false
}

/** Goes on as who is signed in here: the app begins anew, with what is theirs. */
export function goOnAsOther(): void {
  releasePage()
  settleSignIn(false)
  startAnew()
}

/**
 * Learns from the other tabs of the browser, which share the session, that somebody signed in or out. A page with work on
 * it asks; any other shows what is true now.
 */
export function watchOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key !== 'user' && key !== 'isAuthenticated' && key !== null) return
    useSessionStore.getState().overtake()
    look()
  })
  useSessionStore.subscribe(({ other }, { other: before }) => {
    if (other !== null && other !== before) void meetOther(other)
  })
}

function look(): void {
  const { user, end } = useSessionStore.getState()
  if (user === null || isOpenPage(window.location.pathname)) return
  if (localStorage.getItem('user') === null) {
    if (isPageHeld() || useSignInAgain.getState().asks !== 'nothing') void askToSignIn()
    else {
      end()
      leaveTo('/login')
    }
    return
  }
  const stored = readSession(localStorage).user
  if (stored === null) return
  if (stored.id === user.id) settleSignIn(true)
  else void meetOther(stored)
}

/** Asks over work; without any the page is left at once. */
function meetOther(other: { id: string; name: string; email: string }): Promise<boolean> | undefined {
  if (isPageHeld() || useSignInAgain.getState().asks !== 'nothing') return askWhose(other)
  startAnew()
  return undefined
}

async function findSignedIn(getSession: () => Promise<SignedInUser>): Promise<SignedInUser | undefined> {
  try {
    const user = await getSession()
    storeSession(localStorage, toSessionState(user))
    return user
  } catch {
    // Its own failure is told by the call that met this.
    return undefined
  }
}
