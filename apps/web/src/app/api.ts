import { createClient } from '@runnel/client'
import { WORKSPACE_HEADER } from '@runnel/contract'
import { isPageHeld } from '../session/held-pages.ts'
import { leaveTo } from '../session/leave-to.ts'
import { useSessionStore } from '../session/session-store.ts'
import { useSignInAgain } from '../session/sign-in-again.ts'
import { keepError } from './kept-errors.ts'

/**
 * The API for the whole app. An ended session clears what is stored of it and leads to the sign-in, but over a page with
 * work on it, where the person signs in again in place; a refused call leads to the page that says so. Every call names
 * the workspace that the page shows: none reads or writes another one. The caller still gets the error.
 */
export const api = createClient({
  baseUrl: '',
  headers: () => {
    const { shownWorkspaceId } = useSessionStore.getState()
    return shownWorkspaceId === null ? {} : { [WORKSPACE_HEADER]: shownWorkspaceId }
  },
  onSessionEnd: ({ redirectTo }) => {
    const { user, end } = useSessionStore.getState()
    if (redirectTo === undefined && isPageHeld() && user !== null && !user.isSSO) {
      useSignInAgain.setState({ isAsked: true })
      return
    }
    end()
    leaveTo(redirectTo ?? `/login?from=${ownAddress()}`)
  },
  onForbidden: () => leaveTo(`/unauthorized?from=${ownAddress()}`),
  onWorkspaceUnavailable: () => void lookWhereWeAre(),
  onFailure: keepError,
  onSessionRefresh: (user) => useSessionStore.getState().begin(user),
})

/** The address of the page, as another address carries it. */
function ownAddress(): string {
  const { pathname, search } = window.location
  return encodeURIComponent(pathname + search)
}

/** The session left the workspace of the page: what the person may enter now is asked for, and they choose. */
async function lookWhereWeAre(): Promise<void> {
  try {
    useSessionStore.getState().begin(await api.getSession({}))
  } catch {
    // The call that met this told its own failure; the next one asks again.
  }
}
