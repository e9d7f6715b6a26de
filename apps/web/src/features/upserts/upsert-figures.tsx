import type { UpsertHistory } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import './upserts.css'

const FIGURES = ['numAdded', 'numUpdated', 'numSkipped', 'numDeleted', 'totalKeys'] as const

/** What came of an upsert, in figures. */
export function UpsertFigures({
  result,
}: {
  result: Pick<UpsertHistory['result'], (typeof FIGURES)[number]>
}) {
  const { t, i18n } = useTranslation('upserts')
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <dl className="upsert-terms upsert-figures">
      {FIGURES.map((figure) => (
        <div key={figure}>
          <dt>{t(`figures.${figure}`)}</dt>
          <dd>{number.format(result[figure])}</dd>
        </div>
      ))}
    </dl>
  )
}
