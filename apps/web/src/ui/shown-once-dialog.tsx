import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { CopyButton } from './copy-button.tsx'
import { Dialog } from './dialog.tsx'
import './shown-once.css'

interface ShownOnceDialogProps {
  title: string
  /** Why it is to be copied now. */
  text: string
  /** What is shown for the only time. */
  secret: string
  /** Said to who closes it without a copy. */
  notCopied: string
  closeLabel: string
  onClose: () => void
}

/**
 * Shows a secret for the only time. A click beside the dialog does not close it, and Escape only once the secret was copied,
 * or when it is pressed again: it would be lost.
 */
export function ShownOnceDialog({
  title,
  text,
  secret,
  notCopied,
  closeLabel,
  onClose,
}: ShownOnceDialogProps) {
  const [isSafe, setIsSafe] = useState(false)
  const [isWarned, setIsWarned] = useState(false)
  return (
    <Dialog
      onClose={isSafe || isWarned ? onClose : () => setIsWarned(true)}
      closesOutside={false}
      size="lg"
      title={title}
    >
      <Alert color="orange" icon={<IconAlertTriangle size={18} />} mb="md">
        {text}
      </Alert>
      <div className="shown-once">
        <code>{secret}</code>
        <CopyButton text={secret} takesFocus onCopied={() => setIsSafe(true)} />
      </div>
      {isWarned && !isSafe ? (
        <Text role="alert" c="red" mt="xs">
          {notCopied}
        </Text>
      ) : null}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{closeLabel}</Button>
      </Group>
    </Dialog>
  )
}
