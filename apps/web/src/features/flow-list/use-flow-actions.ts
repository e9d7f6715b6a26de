import type { Chatflow } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { downloadJson } from '../../ui/download-json.ts'
import { deleteRow } from '../../ui/list/delete-row.ts'
import { notify } from '../../ui/notifications/notify.ts'
import { copyOfFlow } from './copy-of-flow.ts'
import { exportFileName } from './export-file-name.ts'
import { refreshFlowLists } from './flow-queries.ts'

/** What the menu of a flow does: each tells its outcome in a notification. */
export function useFlowActions() {
  const { t } = useTranslation('flows')

  const duplicate = async (flow: Chatflow) => {
    try {
      const whole = await api.getChatflow({ params: { id: flow.id }, query: { view: 'document' } })
      const name = t('copyName', { name: flow.name })
      const { id } = await api.createChatflow({ body: copyOfFlow(whole, name) })
      notify.success(t('duplicated', { name }), id)
      await refreshFlowLists()
    } catch (error) {
      notify.error(t('duplicateFailed', { name: flow.name, message: apiErrorMessage(error) }))
    }
  }

  const exportFile = async (flow: Chatflow) => {
    try {
      downloadJson(exportFileName(flow), await api.exportChatflow({ params: { id: flow.id } }))
    } catch (error) {
      notify.error(t('exportFailed', { message: apiErrorMessage(error, t('internalServerError')) }))
    }
  }

  const remove = ({ id, name }: Chatflow) =>
    deleteRow({
      about: id,
      question: {
        title: t('delete.title', { name }),
        description: t('delete.text'),
        confirmButtonName: t('delete.confirm'),
      },
      remove: async () => {
        await api.deleteChatflow({ params: { id } })
        localStorage.removeItem(`${id}_INTERNAL`)
      },
      refresh: refreshFlowLists,
      done: t('deleted', { name }),
      failed: (message) => t('deleteFailed', { name, message }),
    })

  return { duplicate, exportFile, remove }
}
