import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../dialog.tsx'
import { DialogFoot } from '../dialog-foot.tsx'
import { type ConfirmQuestion, useConfirmStore } from './confirm-store.ts'

/** The open question of `confirm(…)`. Mount it to ask. */
export function ConfirmDialog() {
  const { question, settle } = useConfirmStore()
  return (
    <Dialog onClose={() => settle(false)} title={question?.title} size="md" zIndex={350}>
      <Text mb="lg" className="preserve-lines">
        {question?.description}
      </Text>
      <ConfirmButtons question={question} onSettle={settle} />
    </Dialog>
  )
}

interface ConfirmButtonsProps {
  question: ConfirmQuestion | undefined
  onSettle: (isConfirmed: boolean) => void
}

/** The two answers, by the names that the question gives them. */
export function ConfirmButtons({ question, onSettle }: ConfirmButtonsProps) {
  const { t } = useTranslation()
  return (
    <DialogFoot>
      <Button variant="default" onClick={() => onSettle(false)} data-autofocus>
        {question?.cancelButtonName ?? t('confirm.cancel')}
      </Button>
      <Button
        id={question?.customBtnId}
        onClick={() => onSettle(true)}
        {...(question?.isDangerous ? { color: 'red' } : {})}
      >
        {question?.confirmButtonName ?? t('confirm.ok')}
      </Button>
    </DialogFoot>
  )
}
