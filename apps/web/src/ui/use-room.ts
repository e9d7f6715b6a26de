import { useSyncExternalStore } from 'react'

/** How much room the window has: the shell has its menu beside the page only on a desk. */
export type Room = 'telephone' | 'tablet' | 'desk'

const QUERIES = ['(min-width: 600px)', '(min-width: 900px)'] as const

function follow(onChange: () => void): () => void {
  const lists = QUERIES.map((query) => window.matchMedia(query))
  for (const list of lists) list.addEventListener('change', onChange)
  return () => {
    for (const list of lists) list.removeEventListener('change', onChange)
  }
}

function look(): Room {
  const [isTablet, isDesk] = QUERIES.map((query) => window.matchMedia(query).matches)
  if (isDesk) return 'desk'
  return isTablet ? 'tablet' : 'telephone'
}

/** How much room there is now, for what is drawn in another form where there is less. */
export function useRoom(): Room {
  return useSyncExternalStore(follow, look, () => 'desk')
}
