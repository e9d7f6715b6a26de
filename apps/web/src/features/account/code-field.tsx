import { TextInput, type TextInputProps } from '@mantine/core'
import { isApiError } from '@runnel/client'
import { useTranslation } from 'react-i18next'

/** True when the password fits and the account asks for a code as well. */
export function asksForCode(error: unknown): boolean {
  return isApiError(error) && error.code === 'second_factor_required'
}

/** The code of an authenticator app, or a recovery code. */
export function CodeField(props: TextInputProps) {
  const { t } = useTranslation('account')
  return (
    <TextInput
      label={t('code.label')}
      description={t('code.help')}
      required
      autoComplete="one-time-code"
      inputMode="text"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      {...props}
    />
  )
}
