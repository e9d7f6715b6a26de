import { Alert, type AlertProps } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { apiErrorMessage } from './api-error-message.ts'
import { comeIntoView } from './come-into-view.ts'
import { useIsSettled } from './settled-errors.ts'

interface FailureNoteProps extends Pick<AlertProps, 'mb' | 'mt'> {
  error: unknown
}

/** Why what a person wanted was refused; nothing while there is no error, or what it told is over. */
export function FailureNote({ error, ...space }: FailureNoteProps) {
  const isSettled = useIsSettled(error)
  if (!error || isSettled) return null
  return (
    <Alert
      ref={comeIntoView}
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
