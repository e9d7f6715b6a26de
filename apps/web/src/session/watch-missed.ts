import type { WorkspacePlace } from './workspace-state.ts'

/** A workspace is missed after this time, in milliseconds: until then a switch may be on its way. */
const MISSED_AFTER_MS = 500

/** Tells whether the workspace of the page is missed: never at once. What it gives ends the watch. */
export function watchMissed(place: WorkspacePlace, onMissed: (isMissed: boolean) => void): () => void {
  if (place === 'here') {
    onMissed(false)
    return () => undefined
  }
  const timer = setTimeout(() => onMissed(true), MISSED_AFTER_MS)
  return () => clearTimeout(timer)
}
