import type { PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SecretInput } from '../../ui/secret-input.tsx'

/** The password that somebody has: to sign in, or to be sure once more that it is they. */
export function CurrentPasswordField(props: PasswordInputProps) {
  const { t } = useTranslation('account')
  return (
    <SecretInput
      toggleLabel={t('password.toggle')}
      label={t('password.label')}
      required
      autoComplete="current-password"
      {...props}
    />
  )
}
