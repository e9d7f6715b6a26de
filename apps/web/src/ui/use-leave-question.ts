import { useEffect, useRef } from 'react'
import { holdPage } from '../session/held-pages.ts'
import { askToDiscard } from './confirm/ask-to-discard.ts'
import { usePageWork } from './use-page-work.ts'

/**
 * For a page with a form: asks before changes that are not saved are left, and keeps the page where it is should the
 * session end meanwhile. Call the result when they are saved, before the page leads on.
 */
export function useLeaveQuestion(isChanged: boolean): () => void {
  const mayBeLost = useRef(isChanged)
  mayBeLost.current = isChanged
  useEffect(() => (isChanged ? holdPage(() => undefined) : undefined), [isChanged])
  usePageWork({ mayBeLost: () => mayBeLost.current, ask: askToDiscard })
  return () => {
    mayBeLost.current = false
  }
}
