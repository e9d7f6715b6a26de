import type { DocumentLoader, LoaderRefresh } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../ui/relative-time.tsx'

/** When a loader was read again last and what came of it, and when that happens next. */
export function RefreshState({ loader: { refresh, files } }: { loader: DocumentLoader }) {
  if (refresh === null || files !== undefined) return null
  return (
    <>
      {refresh.last ? <LastRefresh last={refresh.last} /> : null}
      {refresh.setting === null ? null : <NextRefresh refresh={refresh} />}
    </>
  )
}

function LastRefresh({ last }: { last: NonNullable<LoaderRefresh['last']> }) {
  const { t } = useTranslation('document-stores')
  const { outcome, at, added, removed, message } = last
  return (
    <p className={outcome === 'failed' ? 'store-fault' : 'store-note'}>
      {t(`schedule.last.${outcome}`, { added, removed, message })} <RelativeTime time={at} />
    </p>
  )
}

function NextRefresh({ refresh: { nextAt, paused, failures } }: { refresh: LoaderRefresh }) {
  const { t } = useTranslation('document-stores')
  if (paused) return <p className="store-note">{t('schedule.paused')}</p>
  if (nextAt === null) return <p className="store-fault">{t('schedule.rests', { count: failures })}</p>
  return (
    <p className="store-note">
      {t(failures > 0 ? 'schedule.nextTry' : 'schedule.next')} <RelativeTime time={nextAt} />
    </p>
  )
}
