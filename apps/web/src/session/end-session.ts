import type { SessionEnd } from '@runnel/client'
import { clearReadableCookies } from './clear-readable-cookies.ts'
import { isPageHeld } from './held-pages.ts'
import { releasePage } from './leave-question.ts'
import { isOpenPage, leaveTo } from './leave-to.ts'
import { useSessionStore } from './session-store.ts'
import { askToSignIn, useSignInAgain } from './sign-in-again-store.ts'
import { clearSession } from './stored-session.ts'

/** Why a sign-in was refused, or what proves once more who somebody is: no session ended by it. */
const REFUSED_SIGN_IN = new Set([
  'wrong_credentials',
  'second_factor_required',
  'wrong_code',
  'email_unverified',
])

/** Ends the session on the server, whatever is left of it. */
type SignOff = () => Promise<unknown>

let ending: Promise<void> | undefined

/**
 * A call met the end of the session. Over work on the page, and where something was to be done, the person signs in again
 * in place: true then, and the call is sent again. All else leads to the sign-in.
 */
export function meetSessionEnd(
  { error, redirectTo }: SessionEnd,
  { method }: { method: string },
  signOff: SignOff,
): Promise<boolean> | undefined {
  const { user, end } = useSessionStore.getState()
  if (user === null || isOpenPage(window.location.pathname)) {
    end()
    leaveTo(redirectTo ?? signInPath())
    return undefined
  }
  if (REFUSED_SIGN_IN.has(error.code) || ending !== undefined) return undefined
  const isAsked = useSignInAgain.getState().asks !== 'nothing'
  if (redirectTo === undefined && (isPageHeld() || isAsked || method !== 'GET')) {
    forgetSession()
    return askToSignIn()
  }
  void endSession(signOff, redirectTo)
  return undefined
}

/** Ends what is left of the session, on the server and here, and leads to the sign-in, which says so, or to where the server says. */
export async function endSession(
  signOff: SignOff,
  target = `${signInPath()}&error=session_ended`,
): Promise<void> {
  ending ??= signOff()
    .catch(() => undefined)
    .then(() => {
      ending = undefined
      useSessionStore.getState().end()
      releasePage()
      leaveTo(target)
    })
  await ending
}

/** Takes what the browser keeps of a session that is over; the page stays the person's while they are asked. */
function forgetSession(): void {
  clearSession(localStorage)
  clearReadableCookies(document)
}

/** The address of the page, as another address carries it. */
export function ownAddress(): string {
  const { pathname, search } = window.location
  return encodeURIComponent(pathname + search)
}

function signInPath(): string {
  return `/login?from=${ownAddress()}`
}
