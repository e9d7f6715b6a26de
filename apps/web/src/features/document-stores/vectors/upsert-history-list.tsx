import { Button, Checkbox, Skeleton } from '@mantine/core'
import type { DocumentStore, HistoryNode, UpsertHistory } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { ShownIf } from '../../../session/shown-if.tsx'
import { formatDateTime } from '../../../ui/format-time.ts'
import { deleteRow } from '../../../ui/list/delete-row.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { historyQuery, refreshStores } from '../store-queries.ts'
import { UpsertFigures } from './upsert-figures.tsx'

/** What was taken into a store so far: when, what came of it, what was used and what of that was new. */
export function UpsertHistoryList({ store }: { store: DocumentStore }) {
  const { t } = useTranslation('document-stores')
  const { data, error, refetch } = useQuery(historyQuery(store))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) =>
    setChosen((before) =>
      before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set(before).add(id),
    )
  const remove = () => {
    const ids = [...chosen]
    return deleteRow({
      about: ids.join(),
      question: {
        title: t('history.delete.title', { count: ids.length }),
        description: t('history.delete.text'),
        confirmButtonName: t('history.delete.confirm'),
      },
      remove: () => api.deleteUpsertHistory({ body: { ids } }),
      refresh: async () => {
        setChosen(new Set())
        await refreshStores()
      },
      done: t('history.delete.done', { count: ids.length }),
      failed: (message) => t('history.delete.failed', { message }),
    })
  }
  return (
    <section className="upsert-history" aria-label={t('history.title')}>
      <div className="upsert-history-head">
        <h2>{t('history.title')}</h2>
        {chosen.size > 0 ? (
          <ShownIf permission="documentStores:upsert-config">
            <Button size="xs" color="red" variant="default" onClick={() => void remove()}>
              {t('history.delete.button', { count: chosen.size })}
            </Button>
          </ShownIf>
        ) : null}
      </div>
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={60} /> : null}
      {data?.length === 0 ? <p className="store-note">{t('history.empty')}</p> : null}
      <ul>
        {data?.map((entry) => (
          <HistoryEntry
            key={entry.id}
            entry={entry}
            isChosen={chosen.has(entry.id)}
            onToggle={() => toggle(entry.id)}
          />
        ))}
      </ul>
    </section>
  )
}

interface HistoryEntryProps {
  entry: UpsertHistory
  isChosen: boolean
  onToggle: () => void
}

function HistoryEntry({ entry, isChosen, onToggle }: HistoryEntryProps) {
  const { t, i18n } = useTranslation('document-stores')
  const { date, result, flowData, changed } = entry
  const when = formatDateTime(date, i18n.language)
  return (
    <li className="panel upsert-entry">
      <div className="upsert-entry-head">
        <ShownIf permission="documentStores:upsert-config">
          <Checkbox aria-label={t('history.choose', { when })} checked={isChosen} onChange={onToggle} />
        </ShownIf>
        <time dateTime={date}>{when}</time>
      </div>
      <UpsertFigures result={result} />
      {result.refreshed?.map(({ loaderId, loaderName: name, outcome, ...counts }) => (
        <p key={loaderId} className="store-note">
          {t(`history.refreshed.${outcome}`, { name, ...counts })}
        </p>
      ))}
      {changed.length > 0 ? (
        <p className="store-note">{t('history.changed', { what: changed.join(', ') })}</p>
      ) : null}
      <details>
        <summary>{t('history.used')}</summary>
        {flowData.map((node) => (
          <UsedNode key={`${node.id} ${node.name}`} node={node} />
        ))}
      </details>
    </li>
  )
}

function UsedNode({ node: { label, paramValues } }: { node: HistoryNode }) {
  return (
    <div className="used-node">
      <strong>{label}</strong>
      <dl className="store-terms">
        {paramValues.map(({ name, label: param, value }) => (
          <div key={name}>
            <dt>{param}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
