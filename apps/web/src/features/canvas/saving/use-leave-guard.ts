import { useTranslation } from 'react-i18next'
import { confirm } from '../../../ui/confirm/confirm-store.ts'
import { usePageWork } from '../../../ui/use-page-work.ts'
import { useCanvasSession } from '../session/canvas-session.ts'

/** Asks before unsaved work is left, and says whether it is kept as a draft or lost. */
export function useLeaveGuard(): void {
  const { t } = useTranslation('canvas')
  const { editor, drafts } = useCanvasSession()
  const isUnsaved = () => editor.getState().isDirty
  usePageWork({
    mayBeLost: isUnsaved,
    // Changes made during the first save go along to the new address.
    goesAlong: ({ pathname }) => pathname.endsWith(`/${editor.getState().head.id}`),
    ask: async () => {
      const loss = await drafts.keep()
      // A save that was under way has come to its end by now.
      if (!isUnsaved()) return true
      return confirm({
        title: t('leave.title'),
        description: t(`leave.loses.${loss}`),
        confirmButtonName: t('leave.confirm'),
        cancelButtonName: t('leave.stay'),
        isDangerous: loss === 'all',
      })
    },
  })
}
