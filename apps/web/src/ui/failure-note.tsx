import { Alert, type AlertProps } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { apiErrorMessage } from './api-error-message.ts'

interface FailureNoteProps extends Pick<AlertProps, 'mb' | 'mt'> {
  error: unknown
}

/** Why what a person wanted was refused; nothing while there is no error. */
export function FailureNote({ error, ...space }: FailureNoteProps) {
  if (!error) return null
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertCircle size={18} />}
      className="preserve-lines"
      {...space}
    >
      {apiErrorMessage(error)}
    </Alert>
  )
}
