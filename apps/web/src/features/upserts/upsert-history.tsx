import { Button, Checkbox, Skeleton } from '@mantine/core'
import type { ShownBy } from '@runnel/access'
import type { UpsertHistory as HistoryEntry } from '@runnel/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsShown } from '../../session/use-viewer.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { DayFields } from '../../ui/list/day-fields.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { UpsertFigures } from './upsert-figures.tsx'
import { upsertHistoryQuery } from './upsert-history-query.ts'
import { useHistoryChoice } from './use-history-choice.ts'
import { UsedNodes } from './used-nodes.tsx'
import '../../ui/page-head.css'
import './upserts.css'

interface UpsertHistoryProps {
  /** A flow, or a document store. */
  ownerId: string
  /** How the owner stands: the history is read anew when that changes. */
  version?: string
  /** Whose right it takes to delete entries. */
  deletedBy: ShownBy
  /** A dialog names the list by its own title. */
  hasTitle?: boolean
}

interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** What was taken in so far: when, what came of it, what was used and what of that was new. */
export function UpsertHistory({ ownerId, version, deletedBy, hasTitle = true }: UpsertHistoryProps) {
  const { t } = useTranslation('upserts')
  const [days, setDays] = useState<Days>({})
  const history = useQuery(upsertHistoryQuery({ ownerId, version, ...days }))
  const mayDelete = useIsShown({ permission: deletedBy })
  const entries = history.data ?? NO_ENTRIES
  const choice = useHistoryChoice(entries)
  const isFiltered = days.from !== undefined || days.to !== undefined
  return (
    <section className="upsert-history" aria-label={t('history.title')}>
      {hasTitle ? <h2>{t('history.title')}</h2> : null}
      {history.data?.length === 0 && !isFiltered ? null : (
        <div className="upsert-history-tools">
          <DayFields
            words={{ from: t('history.from'), to: t('history.to') }}
            from={days.from}
            to={days.to}
            onChange={(change) => setDays((now) => ({ ...now, ...change }))}
          />
          {mayDelete ? <Choosing choice={choice} count={entries.length} /> : null}
        </div>
      )}
      <Missing history={history} onAll={isFiltered ? () => setDays({}) : undefined} />
      <Entries entries={entries} choice={mayDelete ? choice : undefined} />
    </section>
  )
}

const NO_ENTRIES: HistoryEntry[] = []

interface MissingProps {
  history: UseQueryResult<HistoryEntry[]>
  /** Shows the entries of all days, where some are left out. */
  onAll: (() => void) | undefined
}

/** What stands in place of entries. */
function Missing({ history: { data, error, refetch }, onAll }: MissingProps) {
  const { t } = useTranslation('upserts')
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton role="status" height={60} aria-label={t('history.title')} />
  return data.length === 0 ? <None onAll={onAll} /> : null
}

type Choice = ReturnType<typeof useHistoryChoice>

function Entries({ entries, choice }: { entries: readonly HistoryEntry[]; choice: Choice | undefined }) {
  return (
    <ul>
      {entries.map((entry) => (
        <Entry
          key={entry.id}
          entry={entry}
          isChosen={choice?.ids.includes(entry.id) ?? false}
          onToggle={choice && (() => choice.toggle(entry.id))}
        />
      ))}
    </ul>
  )
}

/** All at once, and what is done with those that are chosen. */
function Choosing({ choice, count }: { choice: Choice; count: number }) {
  const { t } = useTranslation('upserts')
  const { ids, toggleAll, remove } = choice
  return (
    <>
      {count > 1 ? (
        <Checkbox
          label={t('history.chooseAll')}
          checked={ids.length === count}
          indeterminate={ids.length > 0 && ids.length < count}
          onChange={toggleAll}
        />
      ) : null}
      {ids.length > 0 ? (
        <Button size="xs" color="red" variant="default" onClick={() => void remove()}>
          {t('history.delete.button', { count: ids.length })}
        </Button>
      ) : null}
    </>
  )
}

/** Nothing was taken in, or nothing on the days that are looked at. */
function None({ onAll }: Pick<MissingProps, 'onAll'>) {
  const { t } = useTranslation('upserts')
  if (!onAll) return <p className="upsert-note">{t('history.empty')}</p>
  return (
    <div className="upsert-none" role="status">
      <p className="upsert-note">{t('history.noMatch')}</p>
      <Button size="xs" variant="default" onClick={onAll}>
        {t('history.allDays')}
      </Button>
    </div>
  )
}

interface EntryProps {
  entry: HistoryEntry
  isChosen: boolean
  onToggle: (() => void) | undefined
}

function Entry({ entry, isChosen, onToggle }: EntryProps) {
  const { t, i18n } = useTranslation('upserts')
  const { date, storeLabel, result, flowData, changed } = entry
  const when = formatDateTime(date, i18n.language)
  return (
    <li className="panel upsert-entry">
      <div className="upsert-entry-head">
        {onToggle ? (
          <Checkbox aria-label={t('history.choose', { when })} checked={isChosen} onChange={onToggle} />
        ) : null}
        <time dateTime={date}>{when}</time>
        {storeLabel === undefined ? null : <span className="upsert-store">{storeLabel}</span>}
      </div>
      <UpsertFigures result={result} />
      {result.refreshed?.map(({ loaderId, loaderName: name, outcome, ...counts }) => (
        <p key={loaderId} className="upsert-note">
          {t(`history.refreshed.${outcome}`, { name, ...counts })}
        </p>
      ))}
      {changed.length > 0 ? (
        <p className="upsert-note">{t('history.changed', { what: changed.join(', ') })}</p>
      ) : null}
      <details>
        <summary>{t('history.used')}</summary>
        <UsedNodes nodes={flowData} />
      </details>
    </li>
  )
}
