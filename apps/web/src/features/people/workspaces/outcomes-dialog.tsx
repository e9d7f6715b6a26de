import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { OutcomeList, type ToldOutcome } from '../outcome-list.tsx'

interface OutcomesDialogProps {
  title: string
  /** How many of them it went well with. */
  summary: string
  outcomes: readonly ToldOutcome[]
  onClose: () => void
}

/** What became of several people with whom something was done together, and not with all. */
export function OutcomesDialog({ title, summary, outcomes, onClose }: OutcomesDialogProps) {
  const { t } = useTranslation('ui')
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack gap="sm">
        <Text role="status">{summary}</Text>
        <OutcomeList outcomes={outcomes} />
        <DialogFoot>
          <Button data-autofocus onClick={onClose}>
            {t('close')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
