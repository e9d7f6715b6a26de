import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { textOfSessionEnd } from './session-end-code.ts'

/** Says why one has to sign in, by the code of the address; nothing where it says none. */
export function SessionEndNote({ reason }: { reason: string | undefined }) {
  const { t } = useTranslation('account')
  const text = textOfSessionEnd(reason)
  if (text === undefined) return null
  return (
    <Alert color={text === 'signIn.passwordChanged' ? 'green' : 'orange'} role="status">
      {t(text)}
    </Alert>
  )
}
