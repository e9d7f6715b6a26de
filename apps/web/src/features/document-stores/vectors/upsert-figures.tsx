import type { UpsertHistory } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import './vectors.css'

const FIGURES = ['numAdded', 'numUpdated', 'numSkipped', 'numDeleted', 'totalKeys'] as const

/** What came of an upsert, in figures. */
export function UpsertFigures({ result }: { result: UpsertHistory['result'] }) {
  const { t, i18n } = useTranslation('document-stores')
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <dl className="store-terms upsert-figures">
      {FIGURES.map((figure) => (
        <div key={figure}>
          <dt>{t(`outcome.${figure}`)}</dt>
          <dd>{number.format(result[figure])}</dd>
        </div>
      ))}
    </dl>
  )
}
