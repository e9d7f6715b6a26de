import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import './list.css'

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f']
const ROWS = ['a', 'b', 'c', 'd', 'e']

/** In place of a list that is on its way. */
export function ListSkeleton({ view }: { view: 'cards' | 'table' }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')}>
      {view === 'cards' ? (
        <div className="card-grid">
          {CARDS.map((key) => (
            <Skeleton key={key} height={132} radius="lg" />
          ))}
        </div>
      ) : (
        <div className="panel">
          {ROWS.map((key) => (
            <Skeleton key={key} height={20} m="md" w="auto" />
          ))}
        </div>
      )}
    </div>
  )
}
