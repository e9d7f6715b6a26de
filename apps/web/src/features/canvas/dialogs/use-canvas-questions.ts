import { useEffect, useMemo, useState } from 'react'
import { chordOf, isBehindDialog } from '../editing/canvas-keys.ts'

/** A dialog that keys and buttons of the canvas open. */
export type CanvasQuestion = { kind: 'find' } | { kind: 'connect'; nodeId: string }

/** The dialog that is open, and the ways to open one; Control+K asks for a node anywhere on the page. */
export function useCanvasQuestions() {
  const [question, setQuestion] = useState<CanvasQuestion>()
  const ask = useMemo(
    () => ({
      onFind: () => setQuestion({ kind: 'find' }),
      onConnect: (nodeId: string) => setQuestion({ kind: 'connect', nodeId }),
    }),
    [],
  )
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (chordOf(event) !== 'mod+k') return
      event.preventDefault()
      if (!isBehindDialog()) ask.onFind()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [ask])
  return { question, close: () => setQuestion(undefined), ...ask }
}
