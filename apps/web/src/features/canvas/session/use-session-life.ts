import { useEffect } from 'react'
import type { CanvasSession } from './canvas-session.ts'
import { isKept, releaseSession } from './kept-sessions.ts'

/** What runs while a flow is open: its unsaved work is kept, its conversation is read once. */
export function useSessionLife(session: CanvasSession): void {
  useEffect(() => {
    const { editor, drafts, chat } = session
    const { id } = editor.getState().head
    const isTakenOver = isKept(session)
    if (id !== undefined) releaseSession(id)
    const stopKeeping = drafts.start()
    if (id === undefined) chat.store.setState({ entries: [] })
    else if (!isTakenOver) void chat.open(id)
    return () => {
      stopKeeping()
      if (!isKept(session)) chat.close()
    }
  }, [session])
}
