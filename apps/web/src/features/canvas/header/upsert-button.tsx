import { listVectorStores } from '@runnel/graph'
import { IconDatabaseImport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { notify } from '../../../ui/notifications/notify.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { HeaderIcon } from './header-icon.tsx'

/** Fills the vector stores of the saved flow with their documents; absent where it has none. */
export function UpsertButton() {
  const { t } = useTranslation('canvas')
  const { find } = useCanvasSession()
  const document = useEditor((state) => state.document)
  const flowId = useEditor(({ head }) => head.id)
  const isDirty = useEditor((state) => state.isDirty)
  const stores = useMemo(() => listVectorStores(document, find), [document, find])
  const upsert = useMutation({
    mutationFn: async (id: string) => {
      let count = 0
      for (const stopNodeId of stores) {
        const { numAdded } = await api.upsertInternally({ params: { id }, body: { stopNodeId } })
        count += numAdded
      }
      return count
    },
    onSuccess: (count) => notify.success(count === 0 ? t('upsert.known') : t('upsert.done', { count })),
    onError: (error) => notify.error(apiErrorMessage(error)),
  })
  if (stores.length === 0) return null
  const isUnsaved = flowId === undefined || isDirty
  return (
    <HeaderIcon
      label={t(isUnsaved ? 'upsert.unsaved' : upsert.isPending ? 'upsert.running' : 'upsert.start')}
      isDisabled={isUnsaved || upsert.isPending}
      onClick={() => flowId !== undefined && upsert.mutate(flowId)}
    >
      <IconDatabaseImport size={18} stroke={1.8} />
    </HeaderIcon>
  )
}
