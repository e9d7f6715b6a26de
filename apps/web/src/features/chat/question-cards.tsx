import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { RunStore } from '../run-state/run-store.ts'
import type { ChatSession } from './chat-session.ts'
import { QuestionCard } from './question-card.tsx'
import { listQuestions } from './waiting-question.ts'

interface QuestionCardsProps {
  chat: ChatSession
  run: RunStore
  labelOf: (nodeId: string) => string | undefined
}

/**
 * Everything that the run asks, one card each, to be answered in any order. While the run goes on with one answer the
 * other cards stay, with what was written into them.
 */
export function QuestionCards({ chat, run, labelOf }: QuestionCardsProps) {
  const { t } = useTranslation('chat')
  const { phase, answered } = useStore(chat.store)
  const view = useStore(run, (state) => state.view)
  const questions = useMemo(() => listQuestions(view), [view])
  const open = questions.filter(({ id }) => id === undefined || answered[id] === undefined)
  const isShown = phase === 'waiting' || (phase !== 'idle' && open.length > 0 && questions.length > 1)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    if (phase === 'waiting') list.current?.querySelector<HTMLElement>('[data-open] h3')?.focus()
  }, [phase])
  if (!isShown || questions.length === 0) return null
  return (
    <section className="chat-asking" aria-label={t('waiting.region')} ref={list}>
      {questions.map((question, index) => (
        <QuestionCard
          key={question.id ?? index}
          question={question}
          place={questions.length > 1 ? { n: index + 1, total: questions.length } : undefined}
          answered={question.id === undefined ? undefined : answered[question.id]}
          isBusy={phase !== 'waiting'}
          labelOf={labelOf}
          onAnswer={(answer) => void chat.answer({ ...answer, questionId: question.id })}
        />
      ))}
    </section>
  )
}
