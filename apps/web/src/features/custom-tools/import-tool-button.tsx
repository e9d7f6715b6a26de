import { Button, FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../ui/notifications/notify.ts'
import { readToolFile, type ToolDraft } from './tool-draft.ts'

/** Reads a tool from a file; it is saved when the person has looked at it. */
export function ImportToolButton({ onRead }: { onRead: (draft: ToolDraft) => void }) {
  const { t } = useTranslation('custom-tools')
  const forgetChoice = useRef<() => void>(null)
  const read = async (file: File) => {
    const draft = readToolFile(await file.text())
    if (draft) onRead(draft)
    else notify.error(t('import.invalid', { file: file.name }))
  }
  return (
    <FileButton
      accept="application/json,.json"
      resetRef={forgetChoice}
      onChange={(file) => {
        // Else the browser would not tell of the same file when it is chosen again.
        forgetChoice.current?.()
        if (file) void read(file)
      }}
    >
      {(props) => (
        <Button {...props} variant="default" leftSection={<IconUpload size={16} stroke={1.8} />}>
          {t('import.button')}
        </Button>
      )}
    </FileButton>
  )
}
