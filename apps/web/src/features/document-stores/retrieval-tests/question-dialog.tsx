import { ActionIcon, Button, Group, Stack, Textarea } from '@mantine/core'
import type { DocumentStore, ExpectedPassage, RetrievalQuestion } from '@runnel/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { makeId } from '../../../make-id.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { focusAdded } from '../../../ui/focus-added.ts'
import { notify } from '../../../ui/notifications/notify.ts'
import { CancelButton, Unsaved } from '../../../ui/unsaved.tsx'
import './retrieval-tests.css'
import { refreshTests } from './test-queries.ts'

const MOST_PASSAGES = 20
const LONGEST_PASSAGE = 20_000
const LONGEST_QUESTION = 4_000

interface QuestionDialogProps {
  store: Pick<DocumentStore, 'id'>
  /** The question that is changed; without it a new one is kept. */
  known?: RetrievalQuestion
  /** What a new one begins with. */
  question?: string
  passages?: readonly ExpectedPassage[]
  onClose: () => void
}

/** A passage in the form. */
interface Row extends ExpectedPassage {
  key: string
}

/** Of a document that is not cut, its beginning is enough. */
const toRow = ({ text, ...passage }: ExpectedPassage): Row => ({
  ...passage,
  text: text.slice(0, LONGEST_PASSAGE),
  key: makeId(),
})

/** Keeps a question with the passages that should come for it, or changes one. */
export function QuestionDialog({ store, known, question = '', passages = [], onClose }: QuestionDialogProps) {
  const { t } = useTranslation('retrieval-tests')
  const [asked, setAsked] = useState(known?.question ?? question)
  const [rows, setRows] = useState(() => {
    const given = known?.passages ?? passages
    return (given.length === 0 ? [{ text: '' }] : given).map(toRow)
  })
  const [isTried, setTried] = useState(false)
  const [isChanged, setChanged] = useState(false)
  const filled = rows.filter(({ text }) => text.trim() !== '')
  const save = useMutation({
    mutationFn: () => saveQuestion({ store, known, asked, rows: filled }),
    onSuccess: async () => {
      notify.success(t('question.saved'))
      onClose()
      await refreshTests()
    },
  })
  const change = (next: Row[]) => {
    setChanged(true)
    setRows(next)
  }
  const submit = () => {
    setTried(true)
    if (asked.trim() !== '' && filled.length > 0) save.mutate()
  }
  return (
    <Dialog
      title={t(known ? 'question.changeTitle' : 'question.newTitle')}
      size="lg"
      closesOutside={false}
      onClose={onClose}
    >
      <Unsaved isChanged={isChanged} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="md">
          <FailureNote error={save.error} />
          <Textarea
            label={t('question.question')}
            required
            data-autofocus
            autosize
            minRows={1}
            maxRows={6}
            maxLength={LONGEST_QUESTION}
            value={asked}
            error={isTried && asked.trim() === '' ? t('question.missing') : undefined}
            onChange={(event) => {
              setChanged(true)
              setAsked(event.currentTarget.value)
            }}
          />
          <PassageRows rows={rows} isMissing={isTried && filled.length === 0} onChange={change} />
          <Group justify="flex-end" gap="xs">
            <CancelButton />
            <Button type="submit" loading={save.isPending}>
              {t('question.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface Saving {
  store: Pick<DocumentStore, 'id'>
  known: RetrievalQuestion | undefined
  asked: string
  rows: readonly Row[]
}

/** A passage that was rewritten is of the document that it was marked in all the same. */
function saveQuestion({ store, known, asked, rows }: Saving): Promise<RetrievalQuestion> {
  const body = { question: asked.trim(), passages: rows.map(({ key: _key, ...passage }) => passage) }
  return known
    ? api.updateRetrievalQuestion({ params: { id: store.id, questionId: known.id }, body })
    : api.createRetrievalQuestion({ params: { id: store.id }, body })
}

interface PassageRowsProps {
  rows: readonly Row[]
  isMissing: boolean
  onChange: (rows: Row[]) => void
}

function PassageRows({ rows, isMissing, onChange }: PassageRowsProps) {
  const { t } = useTranslation('retrieval-tests')
  return (
    <fieldset className="test-passages">
      <legend>{t('question.passages')}</legend>
      <p className="store-note">{t('question.passagesHelp')}</p>
      {rows.map((row, index) => (
        <div key={row.key} className="test-passage">
          <Textarea
            aria-label={t('question.passage', { n: index + 1 })}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={LONGEST_PASSAGE}
            value={row.text}
            error={isMissing && index === 0 ? t('question.passageMissing') : undefined}
            onChange={(event) => {
              const { value } = event.currentTarget
              onChange(rows.map((each) => (each.key === row.key ? { ...each, text: value } : each)))
            }}
          />
          {rows.length > 1 ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('question.remove', { n: index + 1 })}
              onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
            >
              <IconTrash size={17} stroke={1.8} />
            </ActionIcon>
          ) : null}
        </div>
      ))}
      {rows.length < MOST_PASSAGES ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.8} />}
          onClick={({ currentTarget }) => {
            onChange([...rows, toRow({ text: '' })])
            focusAdded(currentTarget.closest('fieldset'), '.test-passage')
          }}
        >
          {t('question.add')}
        </Button>
      ) : null}
    </fieldset>
  )
}
