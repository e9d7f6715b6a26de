import { useEffect } from 'react'
import { holdPage } from '../../../session/held-pages.ts'
import type { CanvasSession } from './canvas-session.ts'

/** What runs while a flow is open: its unsaved work is kept, its conversation is read once. */
export function useSessionLife(session: CanvasSession): void {
  useEffect(() => {
    const { editor, drafts, chat } = session
    const { id } = editor.getState().head
    const stopKeeping = drafts.start()
    const releasePage = holdPage(drafts.tryAgain)
    window.addEventListener('online', drafts.tryAgain)
    window.addEventListener('pagehide', drafts.holdHere)
    if (id === undefined) chat.store.setState({ entries: [] })
    else void chat.open(id)
    return () => {
      stopKeeping()
      releasePage()
      window.removeEventListener('online', drafts.tryAgain)
      window.removeEventListener('pagehide', drafts.holdHere)
      chat.close()
    }
  }, [session])
}
