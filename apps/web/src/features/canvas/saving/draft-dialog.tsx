import { Button, Stack, Text } from '@mantine/core'
import type { FlowDraft } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { formatDateTime } from '../../../ui/format-time.ts'

interface DraftDialogProps {
  draft: FlowDraft
  /** The flow was saved by somebody after this work began. */
  isBehind: boolean
  onContinue: () => void
  onDiscard: () => void
}

/** Offers unsaved work of before. Closing the dialog goes on with it: nothing is lost by that. */
export function DraftDialog({ draft, isBehind, onContinue, onDiscard }: DraftDialogProps) {
  const { t, i18n } = useTranslation('canvas')
  return (
    <Dialog onClose={onContinue} closesOutside={false} title={t('draft.title')}>
      <Stack>
        <Text>{t('draft.text', { time: formatDateTime(draft.updatedDate, i18n.language) })}</Text>
        {isBehind ? <Text>{t('draft.behind')}</Text> : null}
        <DialogFoot>
          <Button variant="default" onClick={onDiscard}>
            {t('draft.discard')}
          </Button>
          <Button data-autofocus onClick={onContinue}>
            {t('draft.continue')}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
