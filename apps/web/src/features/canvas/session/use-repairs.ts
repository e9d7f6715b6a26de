import type { Problem } from '@runnel/contract'
import { problemsOfImport } from '@runnel/graph'
import { useCallback, useMemo } from 'react'
import { api } from '../../../app/api.ts'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { notify } from '../../../ui/notifications/notify.ts'
import { useCanvasSession, useEditor } from './canvas-session.ts'

/** What the import of this version mended and the present problems do not name, and how to have it shown no more. */
export function useRepairs(problems: readonly Problem[]) {
  const { editor } = useCanvasSession()
  const kept = useEditor(({ head }) => head.repairs)
  const repairs = useMemo(() => problemsOfImport(kept, problems), [kept, problems])
  const dismiss = useCallback(async () => {
    const { id } = editor.getState().head
    if (id === undefined) return
    try {
      await api.dismissRepairs({ params: { id } })
      editor.setState(({ head }) => ({ head: { ...head, repairs: [] } }))
    } catch (error) {
      notify.error(apiErrorMessage(error))
    }
  }, [editor])
  return { repairs, dismiss }
}
