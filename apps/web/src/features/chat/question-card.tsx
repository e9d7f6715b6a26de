import { Button, Group, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { RunStore } from '../run-state/run-store.ts'
import { answerLabel } from './describe-answer.ts'
import { readWaitingQuestion, type WaitingAnswer } from './waiting-question.ts'

interface QuestionCardProps {
  run: RunStore
  labelOf: (nodeId: string) => string | undefined
  onAnswer: (answer: WaitingAnswer) => void
}

const MAX_ROWS = 5

/** What the run asks a person, to be answered with one of two buttons. */
export function QuestionCard({ run, labelOf, onAnswer }: QuestionCardProps) {
  const { t } = useTranslation('chat')
  const action = useStore(run, ({ view }) => view?.action)
  const [feedback, setFeedback] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  if (action === undefined) return null
  const question = readWaitingQuestion(action)
  const label = question.nodeId === undefined ? undefined : labelOf(question.nodeId)
  return (
    <section className="chat-asking" aria-label={t('waiting.region')}>
      <h3 ref={heading} tabIndex={-1}>
        {label === undefined ? t('waiting.title') : t('waiting.titleOf', { label })}
      </h3>
      {question.text === '' ? null : <p>{question.text}</p>}
      <Textarea
        label={t('waiting.feedback')}
        value={feedback}
        autosize
        minRows={1}
        maxRows={MAX_ROWS}
        onChange={(event) => setFeedback(event.currentTarget.value)}
      />
      <Group gap="xs" mt="sm" grow>
        <Button onClick={() => onAnswer({ type: 'proceed', feedback })}>
          {answerLabel(question, 'proceed')}
        </Button>
        <Button variant="default" onClick={() => onAnswer({ type: 'reject', feedback })}>
          {answerLabel(question, 'reject')}
        </Button>
      </Group>
    </section>
  )
}
