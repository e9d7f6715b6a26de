import { createClient } from '@runnel/client'
import { PERSON_HEADER, WORKSPACE_HEADER } from '@runnel/contract'
import { makeId } from '../make-id.ts'
import { meetSessionEnd, ownAddress } from '../session/end-session.ts'
import { useLastRefusal } from '../session/last-refusal.ts'
import { leaveTo } from '../session/leave-to.ts'
import { meetOtherSession } from '../session/other-person.ts'
import { useSessionStore } from '../session/session-store.ts'
import { takeSession } from '../session/take-session.ts'
import { keepError } from './kept-errors.ts'

/**
 * The API for the whole app. An ended session clears what is stored of it and leads to the sign-in, but over work, where
 * the person signs in again in place; a refused call leads to the page that says so. Every call names whose page it is
 * and the workspace that it shows: none reads or writes another one. The caller still gets the error.
 */
export const api = createClient({
  baseUrl: '',
  makeKey: makeId,
  headers: () => {
    const { shownWorkspaceId, user } = useSessionStore.getState()
    return {
      ...(shownWorkspaceId === null ? {} : { [WORKSPACE_HEADER]: shownWorkspaceId }),
      ...(user === null ? {} : { [PERSON_HEADER]: user.id }),
    }
  },
  onSessionEnd: (end, call) => meetSessionEnd(end, call, signOff),
  onOtherPerson: (call) => meetOtherSession(call, () => api.getSession({})),
  onForbidden: (error) => {
    useLastRefusal.getState().keep(error)
    leaveTo(`/unauthorized?from=${ownAddress()}`)
  },
  onWorkspaceUnavailable: () => void lookWhereWeAre(),
  onFailure: keepError,
  onSessionRefresh: (user) => useSessionStore.getState().begin(user),
})

/** How long the page waits for the server to end a session, in milliseconds. */
const SIGN_OFF_MS = 3_000

/** Ends on the server what may be left of a session. */
export function signOff(): Promise<unknown> {
  return api.logout({ body: {} }, { signal: AbortSignal.timeout(SIGN_OFF_MS) })
}

/** The session left the workspace of the page: what the person may enter now is asked for, and they choose. */
async function lookWhereWeAre(): Promise<void> {
  try {
    await takeSession(() => api.getSession({}))
  } catch {
    // The call that met this told its own failure; the next one asks again.
  }
}
