import type { Problem } from '@runnel/contract'
import { validateFlow } from '@runnel/graph'
import { useEffect, useMemo, useState } from 'react'
import { useCanvasSession } from './canvas-session.ts'
import { useKnownRows } from './use-known-rows.ts'

/** So long nothing is changed before the flow is looked through, in milliseconds: no key waits for it. */
const PAUSE_MS = 200

/** What is wrong with the flow on the screen, once it was left alone for a moment. Cards learn their faults by it. */
export function useProblems(): Problem[] {
  const { editor, find, faults } = useCanvasSession()
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
  const known = useKnownRows(document)
  const problems = useMemo(() => validateFlow(document, find, known), [document, find, known])
  useEffect(() => {
    const found = faultsOf(problems)
    if (found.size > 0 || faults.getState().size > 0) faults.setState(found, true)
  }, [problems, faults])
  return problems
}

/** What keeps nodes from running, by their ids. */
function faultsOf(problems: readonly Problem[]): ReadonlyMap<string, Problem> {
  const faults = new Map<string, Problem>()
  for (const problem of problems) {
    const { nodeId, severity } = problem
    if (severity === 'error' && nodeId !== undefined && !faults.has(nodeId)) faults.set(nodeId, problem)
  }
  return faults
}
