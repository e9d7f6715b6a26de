import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { keepWork } from '../session/leave-question.ts'

interface Guard {
  mayBeLost: () => boolean
  /** Asks the person; true where the page may be left. */
  ask: () => Promise<boolean>
  /** Whether the work goes along to the next page. */
  goesAlong?: (next: { pathname: string }) => boolean
}

/**
 * Asks before work on a page is left, by whatever way: another page of ours, another workspace, the end of the session, a
 * reload. The browser has its own words for the last.
 */
export function usePageWork(guard: Guard): void {
  const isReleased = useRef(false)
  const latest = useRef(guard)
  latest.current = guard
  const mayBeLost = () => !isReleased.current && latest.current.mayBeLost()
  useEffect(() => {
    isReleased.current = false
    return keepWork({
      mayBeLost: () => !isReleased.current && latest.current.mayBeLost(),
      ask: () => latest.current.ask(),
      release: () => {
        isReleased.current = true
      },
    })
  }, [])
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!mayBeLost() || current.pathname === next.pathname) return false
      return latest.current.goesAlong?.(next) !== true && !(await latest.current.ask())
    },
    enableBeforeUnload: mayBeLost,
  })
}
