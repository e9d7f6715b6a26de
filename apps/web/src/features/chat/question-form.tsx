import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerLabel } from './describe-answer.ts'
import { type ArgumentFault, readArguments } from './read-arguments.ts'
import type { AskedCall, WaitingAnswer, WaitingQuestion } from './waiting-question.ts'

interface QuestionFormProps {
  question: WaitingQuestion
  isBusy: boolean
  onAnswer: (answer: WaitingAnswer) => void
}

const MAX_ROWS = 5
const MAX_ARGUMENT_ROWS = 12

/** The two buttons of a question, with what a person may say or change before. */
export function QuestionForm({ question, isBusy, onAnswer }: QuestionFormProps) {
  const { t } = useTranslation('chat')
  const [feedback, setFeedback] = useState('')
  const args = useEditedArguments(question.call)
  return (
    <>
      {question.call === undefined ? null : (
        <Textarea
          label={t('waiting.arguments')}
          value={args.text}
          error={args.fault && <FaultText fault={args.fault} />}
          autosize
          minRows={2}
          maxRows={MAX_ARGUMENT_ROWS}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onChange={(event) => args.edit(event.currentTarget.value)}
        />
      )}
      {question.takesFeedback ? (
        <Textarea
          label={t('waiting.feedback')}
          value={feedback}
          autosize
          minRows={1}
          maxRows={MAX_ROWS}
          onChange={(event) => setFeedback(event.currentTarget.value)}
        />
      ) : null}
      <Group gap="xs" mt="sm" grow>
        <Button
          disabled={isBusy || args.fault !== undefined}
          onClick={() => onAnswer({ type: 'proceed', feedback, ...args.change })}
        >
          {answerLabel(question, 'proceed')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => onAnswer({ type: 'reject', feedback })}>
          {answerLabel(question, 'reject')}
        </Button>
      </Group>
    </>
  )
}

/** The arguments of a call as text that a person may edit; what is not touched is not sent. */
function useEditedArguments(call: AskedCall | undefined) {
  const shown = JSON.stringify(call?.args ?? {}, null, 2)
  const [text, edit] = useState(shown)
  if (call === undefined || text === shown) return { text, edit, fault: undefined, change: {} }
  const read = readArguments(text, call.schema)
  return 'fault' in read
    ? { text, edit, fault: read.fault, change: {} }
    : { text, edit, fault: undefined, change: { input: read.value } }
}

function FaultText({ fault }: { fault: ArgumentFault }) {
  const { t } = useTranslation('chat')
  switch (fault.kind) {
    case 'json':
      return t('waiting.invalid.json')
    case 'object':
      return t('waiting.invalid.object')
    case 'type':
      return t('waiting.invalid.type', { name: fault.name, type: fault.type })
    default:
      return t(`waiting.invalid.${fault.kind}`, { name: fault.name })
  }
}
