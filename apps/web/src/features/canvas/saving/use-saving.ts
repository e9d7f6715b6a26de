import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { notify } from '../../../ui/notifications/notify.ts'
import { chordOf } from '../editing/canvas-keys.ts'
import { useCanvasSession } from '../session/canvas-session.ts'
import type { SaveOutcome } from '../session/save-flow.ts'

/** Saving with its words, by button and by Control+S anywhere on the page. */
export function useSaving() {
  const { t } = useTranslation('canvas')
  const { editor, drafts } = useCanvasSession()
  const saving = useMemo(() => {
    const tell = async (work: () => Promise<SaveOutcome | undefined>) => {
      try {
        const outcome = await work()
        if (!outcome) return
        notify.success(t('saved', { count: outcome.problems.length }))
        if (outcome.isJoined) notify.info(t('savedJoined'))
      } catch (error) {
        notify.error(t('saveFailed', { reason: apiErrorMessage(error) }))
      }
    }
    return {
      save: () => void tell(drafts.save),
      overwrite: () => void tell(drafts.overwrite),
      takeTheirs: () =>
        void drafts.takeTheirs().then(
          () => notify.info(t('conflict.taken')),
          (error: unknown) => notify.error(apiErrorMessage(error)),
        ),
    }
  }, [drafts, t])

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (chordOf(event) !== 'mod+s') return
      event.preventDefault()
      const { isReadOnly, isDirty, head } = editor.getState()
      if (!isReadOnly && (isDirty || head.id === undefined)) saving.save()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [editor, saving])

  return saving
}
