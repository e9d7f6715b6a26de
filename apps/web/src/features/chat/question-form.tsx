import { Button, Group, Textarea } from '@mantine/core'
import type { JsonObject } from '@runnel/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskedFields } from './asked-fields.tsx'
import { type AskedForm, filledIn, missingIn } from './asked-form.ts'
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
  const filled = useAskedForm(question.form)
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
      {question.form === undefined ? null : (
        <AskedFields
          form={question.form}
          values={filled.values}
          errorOf={(name) => (filled.missing.includes(name) ? t('form.missing') : undefined)}
          onChange={filled.change}
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
          onClick={() => {
            const input = filled.take()
            if (input !== undefined) onAnswer({ type: 'proceed', feedback, ...args.change, ...input })
          }}
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

/** A form that is filled in; `take` gives the answer, or marks what is missing. */
function useAskedForm(form: AskedForm | undefined) {
  const [values, change] = useState<JsonObject>(form?.values ?? {})
  const [wasTried, setWasTried] = useState(false)
  const missing = form === undefined ? [] : missingIn(form, values)
  const take = () => {
    setWasTried(true)
    if (form === undefined) return {}
    return missing.length > 0 ? undefined : { input: filledIn(form, values) }
  }
  return { values, change, missing: wasTried ? missing : [], take }
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
