import type { Chatflow } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { NameDialog } from '../../ui/name-dialog.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import { refreshFlowLists } from './flow-queries.ts'

/** Gives a flow another name. A change that someone else made meanwhile is not overwritten. */
export function RenameFlowDialog({ flow, onClose }: { flow: Chatflow; onClose: () => void }) {
  const { t } = useTranslation('flows')
  const rename = async (name: string) => {
    const options = flow.revision === undefined ? {} : { ifMatch: flow.revision }
    await api.updateChatflow({ params: { id: flow.id }, body: { name } }, options)
    notify.success(t('renamed', { name }), flow.id)
    await refreshFlowLists()
  }
  return (
    <NameDialog
      title={t('rename.title')}
      label={t('rename.label')}
      submitLabel={t('rename.submit')}
      initialName={flow.name}
      onSubmit={rename}
      onClose={onClose}
    />
  )
}
