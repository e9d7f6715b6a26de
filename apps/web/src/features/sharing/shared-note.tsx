import { Button, Group, Stack, Text } from '@mantine/core'
import type { SharedMark } from '@runnel/contract'
import { useTranslation } from 'react-i18next'

interface SharedNoteProps {
  item: SharedMark & { name: string }
  onClose: () => void
}

/** In place of a form: what another workspace shares is read-only here. */
export function SharedNote({ item: { name, sharedFrom }, onClose }: SharedNoteProps) {
  const { t } = useTranslation(['sharing', 'ui'])
  return (
    <Stack>
      <Text>
        {sharedFrom === undefined
          ? t('readOnlyOther', { name })
          : t('readOnly', { name, workspace: sharedFrom })}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('ui:close')}
        </Button>
      </Group>
    </Stack>
  )
}
