import { isApiError } from '@runnel/client'
import { useRef } from 'react'

/** The revision on which a form stands: what was read when it was opened, or what its person has seen since. */
export interface FormRevision {
  /** What a save carries, so that it is refused where others saved meanwhile; nothing for what is not there yet. */
  options: () => { ifMatch?: number }
  /** The form stands on that revision from now on. */
  standOn: (revision: number) => void
}

/** Remembers the revision that a form was opened with, whatever lists behind it read meanwhile. */
export function useRevision(opened: number | undefined): FormRevision {
  const revision = useRef(opened)
  return {
    options: () => (revision.current === undefined ? {} : { ifMatch: revision.current }),
    standOn(seen) {
      revision.current = seen
    },
  }
}

/** What a save says that was refused because others saved meanwhile; undefined for every other failure. */
export function savedMeanwhile(error: unknown) {
  return isApiError(error) && error.code === 'stale_revision' ? error : undefined
}

/** What a form says of a failure beside what stands in `SavedMeanwhile`. */
export function otherFailure(error: unknown): unknown {
  return savedMeanwhile(error) ? undefined : error
}
