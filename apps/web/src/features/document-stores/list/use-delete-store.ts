import type { DocumentStore } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { queryClient } from '../../../app/query-client.ts'
import { deleteRow } from '../../../ui/list/delete-row.ts'
import { useUsageLines } from '../../../ui/usage/use-usage-lines.ts'
import { refreshStoreLists, storeQuery } from '../store-queries.ts'
import { namedFlows } from '../using-flows.tsx'

/** Deletes a store after a question that names the flows which use it, and what is lost; true when it is gone. */
export function useDeleteStore(): (store: DocumentStore) => Promise<boolean> {
  const { t, i18n } = useTranslation('document-stores')
  const listFlows = useUsageLines()
  return async (store) => {
    const { id, name } = store
    const flows = namedFlows(await readNames(store))
    const count = flows.length
    const loses = t('delete.loses', {
      chunks: new Intl.NumberFormat(i18n.language).format(store.totalChunks),
      count: store.loaders.length,
    })
    return deleteRow({
      about: id,
      question: {
        title: t('delete.title', { name }),
        description:
          count === 0
            ? t('delete.text', { loses })
            : t('delete.usedText', { count, flows: listFlows({ flows, total: count }), loses }),
        confirmButtonName: t('delete.confirm'),
      },
      remove: () => api.deleteDocumentStore({ params: { id } }),
      refresh: refreshStoreLists,
      done: t('delete.done', { name }),
      failed: (message) => t('delete.failed', { name, message }),
    })
  }
}

/** A list names flows by their ids only. */
async function readNames(store: DocumentStore): Promise<DocumentStore> {
  if (!store.whereUsed.some((flow) => typeof flow === 'string')) return store
  try {
    return await queryClient.fetchQuery(storeQuery(store.id))
  } catch {
    return store
  }
}
