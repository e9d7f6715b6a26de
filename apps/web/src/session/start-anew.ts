import { queryClient } from '../app/query-client.ts'

/** Loads the app anew at its start, as who is signed in and in the workspace of the session. */
export function startAnew(): void {
  queryClient.clear()
  window.location.assign('/')
}
