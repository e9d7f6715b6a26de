import { ActionIcon, FileButton } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptOf, type UploadRules } from './upload-rules.ts'

interface AttachButtonProps {
  rules: UploadRules
  onFiles: (files: readonly File[]) => void
}

/** Lets the person choose files for the question. */
export function AttachButton({ rules, onFiles }: AttachButtonProps) {
  const { t } = useTranslation('chat')
  const reset = useRef<() => void>(null)
  return (
    <FileButton
      multiple
      accept={acceptOf(rules)}
      resetRef={reset}
      onChange={(files) => {
        onFiles(files)
        // A file that was removed may be chosen again.
        reset.current?.()
      }}
    >
      {({ onClick }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="input-sm"
          aria-label={t('attach.add')}
          onClick={onClick}
        >
          <IconPaperclip size={18} stroke={1.8} />
        </ActionIcon>
      )}
    </FileButton>
  )
}
