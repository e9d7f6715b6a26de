import { createClient } from '@runnel/client'
import { leaveTo } from '../session/leave-to.ts'
import { useSessionStore } from '../session/session-store.ts'

/**
 * The API for the whole app. An ended session clears what is stored of it and leads to the sign-in; a refused call
 * leads to the page that says so. The caller still gets the error.
 */
export const api = createClient({
  baseUrl: '',
  onSessionEnd: ({ redirectTo }) => {
    useSessionStore.getState().end()
    const { pathname, search } = window.location
    leaveTo(redirectTo ?? `/login?from=${encodeURIComponent(pathname + search)}`)
  },
  onForbidden: () => leaveTo('/unauthorized'),
  onSessionRefresh: (user) => useSessionStore.getState().begin(user),
})
