import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../ui/confirm/confirm-store.ts'
import { useCanvasSession } from './canvas-session.ts'

/** Asks before unsaved work is left. The work itself is kept as a draft. */
export function useLeaveGuard(): void {
  const { t } = useTranslation('canvas')
  const { editor } = useCanvasSession()
  const isUnsaved = () => editor.getState().isDirty
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isUnsaved() || current.pathname === next.pathname) return false
      const mayLeave = await confirm({
        title: t('leave.title'),
        description: t('leave.text'),
        confirmButtonName: t('leave.confirm'),
        cancelButtonName: t('leave.stay'),
      })
      return !mayLeave
    },
    enableBeforeUnload: isUnsaved,
  })
}
