import { useTranslation } from 'react-i18next'
import { QuestionForm } from './question-form.tsx'
import type { WaitingAnswer, WaitingQuestion } from './waiting-question.ts'

interface QuestionCardProps {
  question: WaitingQuestion
  /** Which of several questions this is. */
  place: { n: number; total: number } | undefined
  /** What this person answered already. */
  answered: 'proceed' | 'reject' | undefined
  isBusy: boolean
  labelOf: (nodeId: string) => string | undefined
  onAnswer: (answer: WaitingAnswer) => void
}

/** One thing that the run asks a person. */
export function QuestionCard({ question, place, answered, isBusy, labelOf, onAnswer }: QuestionCardProps) {
  const { t } = useTranslation('chat')
  const { call, nodeId, text } = question
  const label = question.label ?? (nodeId === undefined ? undefined : labelOf(nodeId))
  const title = label === undefined ? t('waiting.title') : t('waiting.titleOf', { label })
  return (
    <article
      className="question-card"
      data-open={answered === undefined ? '' : undefined}
      aria-label={call?.name ?? title}
    >
      <h3 tabIndex={-1}>
        {place === undefined ? title : `${t('waiting.number', place)}: ${call?.name ?? title}`}
      </h3>
      {text === '' ? null : <p>{text}</p>}
      {answered === undefined ? (
        <QuestionForm question={question} isBusy={isBusy} onAnswer={onAnswer} />
      ) : (
        <p role="status">{t(`waiting.done.${answered}`)}</p>
      )}
    </article>
  )
}
