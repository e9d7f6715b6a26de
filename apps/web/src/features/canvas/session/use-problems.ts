import type { Problem } from '@runnel/contract'
import { validateFlow } from '@runnel/graph'
import { useEffect, useMemo, useState } from 'react'
import { useCanvasSession } from './canvas-session.ts'

/** So long nothing is changed before the flow is looked through, in milliseconds: no key waits for it. */
const PAUSE_MS = 200

/** What is wrong with the flow on the screen, once it was left alone for a moment. */
export function useProblems(): Problem[] {
  const { editor, find } = useCanvasSession()
  const [document, setDocument] = useState(() => editor.getState().document)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => setDocument(editor.getState().document)
    const stop = editor.subscribe((state, before) => {
      if (state.document === before.document) return
      clearTimeout(timer)
      timer = setTimeout(look, PAUSE_MS)
    })
    look()
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [editor])
  return useMemo(() => validateFlow(document, find), [document, find])
}
