import { Skeleton, Table } from '@mantine/core'
import type { QuestionResult, RetrievalTest } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { TablePanel } from '../../../ui/table-panel.tsx'
import { testQuery } from './test-queries.ts'
import { useNamedVariants } from './use-named-variants.ts'

/** Where the passages of each question came, setting by setting. */
export function QuestionResults({ run, when }: { run: RetrievalTest; when: string }) {
  const { t } = useTranslation('retrieval-tests')
  const variants = useNamedVariants(run)
  const { data, error, refetch } = useQuery(testQuery(run))
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={60} />
  return (
    <TablePanel label={t('results.label', { when })} minWidth={560}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('question.question')}</Table.Th>
          {variants.map(({ key, title }) => (
            <Table.Th key={key}>{title}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data.questions.map(({ questionId, question, results }) => (
          <Table.Tr key={questionId}>
            <Table.Td>{question}</Table.Td>
            {variants.map(({ key }, at) => (
              <Table.Td key={key}>
                <Places result={results[at]} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TablePanel>
  )
}

function Places({ result }: { result: QuestionResult | undefined }) {
  const { t } = useTranslation('retrieval-tests')
  const ranks = result?.ranks ?? []
  const came = ranks.filter((rank) => rank > 0).toSorted((a, b) => a - b)
  const missing = ranks.length - came.length
  const parts = [
    ...(came.length > 0 ? [t('results.places', { count: came.length, places: came.join(', ') })] : []),
    ...(missing > 0 ? [t('results.missing', { count: missing })] : []),
  ]
  return <span data-missing={missing > 0 || undefined}>{parts.join(' · ')}</span>
}
