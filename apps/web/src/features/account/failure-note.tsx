import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { apiErrorMessage } from '../../ui/api-error-message.ts'

/** Why a form was refused; nothing while there is no error. */
export function FailureNote({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} className="preserve-lines">
      {apiErrorMessage(error)}
    </Alert>
  )
}
