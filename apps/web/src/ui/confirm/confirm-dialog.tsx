import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../dialog.tsx'
import { DialogFoot } from '../dialog-foot.tsx'
import { useConfirmStore } from './confirm-store.ts'

/** The open question of `confirm(…)`. Mount it to ask. */
export function ConfirmDialog() {
  const { t } = useTranslation()
  const { question, settle } = useConfirmStore()
  return (
    <Dialog onClose={() => settle(false)} title={question?.title} size="md" zIndex={350}>
      <Text mb="lg" className="preserve-lines">
        {question?.description}
      </Text>
      <DialogFoot>
        <Button variant="default" onClick={() => settle(false)} data-autofocus>
          {question?.cancelButtonName ?? t('confirm.cancel')}
        </Button>
        <Button
          id={question?.customBtnId}
          onClick={() => settle(true)}
          {...(question?.isDangerous ? { color: 'red' } : {})}
        >
          {question?.confirmButtonName ?? t('confirm.ok')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
