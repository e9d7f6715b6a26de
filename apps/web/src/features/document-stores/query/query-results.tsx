import { useTranslation } from 'react-i18next'
import type { api } from '../../../app/api.ts'
import { formatDuration } from '../../../ui/format-time.ts'
import { ChunkText } from '../chunk-text.tsx'
import { usePlaceText } from '../use-place-text.ts'

interface QueryResultsProps {
  answer: Awaited<ReturnType<typeof api.queryVectorStore>>
}

/** What a store found, best first: how well it fits, where it stands in its original, which chunk it is. */
export function QueryResults({ answer: { docs, timeTaken } }: QueryResultsProps) {
  const { t, i18n } = useTranslation('document-stores')
  const placeOf = usePlaceText()
  const score = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 3 })
  return (
    <section aria-label={t('query.results')}>
      <p role="status" className="store-note store-count">
        {t(docs.length === 0 ? 'query.nothing' : 'query.found', {
          count: docs.length,
          time: formatDuration(timeTaken, i18n.language),
        })}
      </p>
      <ol className="chunk-list">
        {docs.map((found, index) => (
          <li key={found.id || String(index)} className="chunk-card">
            <ChunkText
              head={t('query.score', { n: index + 1, score: score.format(found.score) })}
              place={[
                placeOf(found.metadata),
                found.chunkNo > 0 ? t('query.chunk', { n: found.chunkNo }) : t('query.gone'),
              ]
                .filter(Boolean)
                .join(' · ')}
              text={found.pageContent}
              metadata={found.metadata}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
