import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../ui/confirm/confirm-store.ts'
import { useCanvasSession } from './canvas-session.ts'

/** Asks before unsaved work is left, and says whether it is kept as a draft or lost. */
export function useLeaveGuard(): void {
  const { t } = useTranslation('canvas')
  const { editor, drafts } = useCanvasSession()
  const isUnsaved = () => editor.getState().isDirty
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isUnsaved() || current.pathname === next.pathname) return false
      // A refusal for want of a session leads to the sign-in page, thus here again: it is not asked for twice.
      const isKept = drafts.store.getState().draftError === undefined && (await drafts.keep())
      const mayLeave = await confirm({
        title: t('leave.title'),
        description: t(isKept ? 'leave.text' : 'leave.lost'),
        confirmButtonName: t('leave.confirm'),
        cancelButtonName: t('leave.stay'),
        isDangerous: !isKept,
      })
      return !mayLeave
    },
    enableBeforeUnload: isUnsaved,
  })
}
