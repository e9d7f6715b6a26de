import type { UpsertHistory } from '@runnel/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { deleteRow } from '../../ui/list/delete-row.ts'
import { refreshUpsertHistory } from './upsert-history-query.ts'

/** So many entries are deleted by one call. */
const AT_ONCE = 200

/** Which entries of a shown history are chosen, and their deletion after a question. */
export function useHistoryChoice(shown: readonly UpsertHistory[]) {
  const { t } = useTranslation('upserts')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // What is not shown any more is not meant.
  const ids = shown.map(({ id }) => id).filter((id) => chosen.has(id))
  const removeAll = async () => {
    for (let at = 0; at < ids.length; at += AT_ONCE)
      await api.deleteUpsertHistory({ body: { ids: ids.slice(at, at + AT_ONCE) } })
  }
  return {
    ids,
    toggle: (id: string) =>
      setChosen(new Set(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])),
    toggleAll: () => setChosen(new Set(ids.length === shown.length ? [] : shown.map(({ id }) => id))),
    remove: () =>
      deleteRow({
        about: ids.join(),
        question: {
          title: t('history.delete.title', { count: ids.length }),
          description: t('history.delete.text'),
          confirmButtonName: t('history.delete.confirm'),
        },
        remove: removeAll,
        refresh: async () => {
          setChosen(new Set())
          await refreshUpsertHistory()
        },
        done: t('history.delete.done', { count: ids.length }),
        failed: (message) => t('history.delete.failed', { message }),
      }),
  }
}
