import type { ApiError } from '@runnel/client'
import { create } from 'zustand'
import { isOpenPage } from './leave-to.ts'

/** The last call that was refused, as long as the page lives: an address could put words into the server's mouth. */
interface LastRefusal {
  error: ApiError | undefined
  /** The address of the page that was refused. */
  from: string | undefined
  keep: (error: ApiError) => void
}

/** Keeps why a call was refused, for the page that says so. */
export const useLastRefusal = create<LastRefusal>()((set) => ({
  error: undefined,
  from: undefined,
  keep(error) {
    const { pathname, search } = window.location
    // What is refused while the page is being left says nothing of that page.
    if (!isOpenPage(pathname)) set({ error, from: pathname + search })
  },
}))
