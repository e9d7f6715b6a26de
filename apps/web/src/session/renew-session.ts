import type { SignedInUser } from '@runnel/contract'
import { api } from '../app/api.ts'
import { takeSession } from './take-session.ts'

/** Asks the server who is signed in, and where, and takes it for the page; as `takeSession`. */
export function renewSession(signal?: AbortSignal): Promise<SignedInUser> {
  return takeSession(() => api.getSession({}, signal && { signal }))
}
