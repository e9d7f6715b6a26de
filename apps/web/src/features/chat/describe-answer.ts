import i18next from 'i18next'
import type { WaitingAnswer, WaitingQuestion } from './waiting-question.ts'
import './chat-texts.ts'

/** The button that answers a question so. */
export function answerLabel(question: WaitingQuestion, type: WaitingAnswer['type']): string {
  if (type === 'proceed') return question.proceedLabel ?? i18next.t('waiting.proceed', { ns: 'chat' })
  return question.rejectLabel ?? i18next.t('waiting.reject', { ns: 'chat' })
}

/** An answer as the conversation shows it: what was chosen, and the words that came with it. */
export function describeAnswer(question: WaitingQuestion, { type, feedback }: WaitingAnswer): string {
  const { call } = question
  const label = `${answerLabel(question, type)}${call === undefined ? '' : `: ${call.name}`}`
  return feedback.trim() === '' ? label : `${label}\n${feedback.trim()}`
}
