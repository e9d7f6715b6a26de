import { Button, Skeleton } from '@mantine/core'
import type { DocumentStore, RetrievalQuestion } from '@runnel/contract'
import { IconPlus, IconTargetArrow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { ShownIf } from '../../../session/shown-if.tsx'
import { deleteRow } from '../../../ui/list/delete-row.ts'
import { RowButton, RowTable } from '../../../ui/list/row-table.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { PageMessage } from '../../../ui/page-message.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import { questionsQuery, refreshTests } from './test-queries.ts'

const KEEPERS = 'documentStores:update,documentStores:upsert-config'

/** The test questions of a store: added, changed and deleted. */
export function QuestionList({ store }: { store: DocumentStore }) {
  const { t } = useTranslation('retrieval-tests')
  const { data, error, refetch } = useQuery(questionsQuery(store.id))
  const [open, setOpen] = useState<RetrievalQuestion | 'new'>()
  const add = (
    <ShownIf permission={KEEPERS}>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} stroke={1.8} />}
        onClick={() => setOpen('new')}
      >
        {t('questions.add')}
      </Button>
    </ShownIf>
  )
  return (
    <div className="test-section">
      <div className="test-head">
        <h2>{t('questions.title')}</h2>
        {data && data.length > 0 ? add : null}
      </div>
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={80} radius="lg" /> : null}
      {data?.length === 0 ? (
        <PageMessage icon={IconTargetArrow} title={t('questions.none.title')} text={t('questions.none.text')}>
          {add}
        </PageMessage>
      ) : null}
      {data && data.length > 0 ? <Questions rows={data} onOpen={setOpen} /> : null}
      {open === undefined ? null : (
        <QuestionDialog
          store={store}
          {...(open !== 'new' && { known: open })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

interface QuestionsProps {
  rows: readonly RetrievalQuestion[]
  onOpen: (question: RetrievalQuestion) => void
}

function Questions({ rows, onOpen }: QuestionsProps) {
  const { t } = useTranslation('retrieval-tests')
  const remove = ({ id: questionId, storeId: id, question }: RetrievalQuestion) =>
    deleteRow({
      about: questionId,
      question: {
        title: t('questions.delete.title'),
        description: t('questions.delete.text', { question }),
        confirmButtonName: t('questions.delete.confirm'),
      },
      remove: () => api.deleteRetrievalQuestion({ params: { id, questionId } }),
      refresh: refreshTests,
      done: t('questions.delete.done'),
      failed: (message) => t('questions.delete.failed', { message }),
    })
  return (
    <RowTable
      label={t('questions.title')}
      minWidth={560}
      rows={rows}
      name={{ head: t('question.question'), cell: ({ question }) => question }}
      columns={[
        {
          head: t('question.passages'),
          staysNarrow: true,
          cell: ({ passages }) => (
            <span className="test-excerpt">{passages.map(({ text }) => text.slice(0, 120)).join(' · ')}</span>
          ),
        },
      ]}
      actions={(row) => (
        <>
          <RowButton
            does="change"
            permission={KEEPERS}
            label={t('questions.change', { question: row.question })}
            onClick={() => onOpen(row)}
          />
          <RowButton
            does="delete"
            permission={KEEPERS}
            label={t('questions.deleteOne', { question: row.question })}
            onClick={() => void remove(row)}
          />
        </>
      )}
    />
  )
}
