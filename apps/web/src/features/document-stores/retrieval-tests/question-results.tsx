import { Skeleton, Table } from '@mantine/core'
import type { QuestionResult, RetrievalTest } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { TablePanel } from '../../../ui/table-panel.tsx'
import { testQuery } from './test-queries.ts'
import { useVariantName } from './use-variant-name.ts'

/** Where the passages of each question came, setting by setting. */
export function QuestionResults({ run, when }: { run: RetrievalTest; when: string }) {
  const { t } = useTranslation('retrieval-tests')
  const nameOf = useVariantName()
  const { data, error, refetch } = useQuery(testQuery(run))
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={60} />
  return (
    <TablePanel label={t('results.label', { when })} minWidth={560}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('question.question')}</Table.Th>
          {data.variants.map((variant, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
            <Table.Th key={index}>{nameOf(variant, index)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data.questions.map(({ questionId, question, results }) => (
          <Table.Tr key={questionId}>
            <Table.Td>{question}</Table.Td>
            {results.map((result, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
              <Table.Td key={index}>
                <Places result={result} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TablePanel>
  )
}

function Places({ result: { ranks } }: { result: QuestionResult }) {
  const { t } = useTranslation('retrieval-tests')
  const came = ranks.filter((rank) => rank > 0).toSorted((a, b) => a - b)
  const missing = ranks.length - came.length
  const parts = [
    ...(came.length > 0 ? [t('results.places', { count: came.length, places: came.join(', ') })] : []),
    ...(missing > 0 ? [t('results.missing', { count: missing })] : []),
  ]
  return <span data-missing={missing > 0 || undefined}>{parts.join(' · ')}</span>
}
