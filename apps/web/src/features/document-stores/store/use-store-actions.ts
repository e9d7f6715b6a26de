import type { DocumentLoader, DocumentStore } from '@runnel/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { confirm } from '../../../ui/confirm/confirm-store.ts'
import { deleteRow } from '../../../ui/list/delete-row.ts'
import { notify } from '../../../ui/notifications/notify.ts'
import { askToProcess } from '../ask-to-process.ts'
import { refreshStores } from '../store-queries.ts'

const atOnce = { wait: 'false' } as const

/** Whether a store knows how its vectors are made. */
export function hasVectorConfig({ embeddingConfig, vectorStoreConfig }: DocumentStore): boolean {
  return embeddingConfig !== null && vectorStoreConfig !== null
}

/** What takes something away from a store, after a question. */
function useRemovals(store: DocumentStore) {
  const { t, i18n } = useTranslation('document-stores')
  const { id: storeId } = store
  return {
    /** The way out where vectors and what would be added to them do not fit each other. */
    removeVectors: () =>
      deleteRow({
        about: storeId,
        question: {
          title: t('removeVectors.title', { name: store.name }),
          description: t('removeVectors.text'),
          confirmButtonName: t('removeVectors.confirm'),
        },
        remove: () => api.deleteVectors({ params: { storeId }, query: {} }),
        refresh: refreshStores,
        done: t('removeVectors.done', { name: store.name }),
        failed: (message) => t('removeVectors.failed', { name: store.name, message }),
      }),

    removeLoader: ({ id: loaderId, loaderName: name, totalChunks }: DocumentLoader) =>
      deleteRow({
        about: loaderId,
        question: {
          title: t('loader.delete.title', { name }),
          description: t(store.answers ? 'loader.delete.answersText' : 'loader.delete.text', {
            chunks: new Intl.NumberFormat(i18n.language).format(totalChunks),
          }),
          confirmButtonName: t('loader.delete.confirm'),
        },
        remove: () => api.deleteLoader({ params: { id: storeId, loaderId } }),
        refresh: refreshStores,
        done: t('loader.delete.done', { name }),
        failed: (message) => t('loader.delete.failed', { name, message }),
      }),
  }
}

/** What can be done in a store. Work goes on in the server: the page follows it, and what is refused is told. */
export function useStoreActions(store: DocumentStore) {
  const { t } = useTranslation('document-stores')
  const removals = useRemovals(store)
  const navigate = useNavigate()
  const { id: storeId } = store
  const begin = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      notify.error(t('work.failed', { reason: apiErrorMessage(error) }))
    }
    await refreshStores()
  }
  return {
    async process(loader: DocumentLoader) {
      if (!(await askToProcess(loader))) return
      const params = { loaderId: loader.id }
      await begin(() => api.processLoader({ params, query: atOnce, body: { storeId } }))
    },

    /** Reads those files again that could not be read; the chunks of the others stay as they are. */
    retry: ({ id: loaderId }: DocumentLoader) =>
      begin(() =>
        api.processLoader({ params: { loaderId }, query: { ...atOnce, only: 'failed' }, body: { storeId } }),
      ),

    async upsert(loader?: DocumentLoader) {
      if (!hasVectorConfig(store)) {
        notify.info(t('work.chooseFirst'))
        await navigate({ to: '/document-stores/vector/$storeId', params: { storeId } })
        return
      }
      const body = { storeId, ...(loader && { docId: loader.id }) }
      await begin(() => api.insertIntoVectorStore({ query: atOnce, body }))
    },

    async refresh() {
      const edited = store.loaders.filter((loader) => loader.edited).length
      const isConfirmed = await confirm({
        title: t('refresh.title', { name: store.name }),
        description: [
          t('refresh.text'),
          ...(edited > 0 ? [t('refresh.edited', { count: edited })] : []),
        ].join('\n'),
        confirmButtonName: t('refresh.confirm'),
        isDangerous: edited > 0,
      })
      if (isConfirmed)
        await begin(() => api.refreshDocuments({ params: { id: storeId }, query: atOnce, body: {} }))
    },

    /** Reads a loader again, as far as it changed. */
    readAgain: ({ id: loaderId }: DocumentLoader) =>
      begin(() => api.refreshLoader({ params: { id: storeId, loaderId }, query: atOnce })),

    stop: (loader?: DocumentLoader) =>
      begin(() =>
        api.stopDocumentStore({ params: { id: storeId }, query: loader ? { loaderId: loader.id } : {} }),
      ),

    ...removals,
  }
}

/** What `useStoreActions` gives. */
export type StoreActions = ReturnType<typeof useStoreActions>
