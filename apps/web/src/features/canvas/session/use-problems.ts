import type { Problem } from '@runnel/contract'
import { validateFlow } from '@runnel/graph'
import { useDeferredValue, useMemo } from 'react'
import { useCanvasSession, useEditor } from './canvas-session.ts'

/** What is wrong with the flow on the screen. Follows the typing, but never holds it up. */
export function useProblems(): Problem[] {
  const { find } = useCanvasSession()
  const document = useDeferredValue(useEditor((state) => state.document))
  return useMemo(() => validateFlow(document, find), [document, find])
}
