import { createClient } from '@runnel/client'
import { isPageHeld } from '../session/held-pages.ts'
import { leaveTo } from '../session/leave-to.ts'
import { useSessionStore } from '../session/session-store.ts'
import { useSignInAgain } from '../session/sign-in-again.ts'

/**
 * The API for the whole app. An ended session clears what is stored of it and leads to the sign-in, but over a page with
 * work on it, where the person signs in again in place; a refused call leads to the page that says so. The caller still
 * gets the error.
 */
export const api = createClient({
  baseUrl: '',
  onSessionEnd: ({ redirectTo }) => {
    const { user, end } = useSessionStore.getState()
    if (redirectTo === undefined && isPageHeld() && user !== null && !user.isSSO) {
      useSignInAgain.setState({ isAsked: true })
      return
    }
    end()
    const { pathname, search } = window.location
    leaveTo(redirectTo ?? `/login?from=${encodeURIComponent(pathname + search)}`)
  },
  onForbidden: () => leaveTo('/unauthorized'),
  onSessionRefresh: (user) => useSessionStore.getState().begin(user),
})
