import { TextInput, type TextInputProps } from '@mantine/core'
import { isApiError } from '@runnel/client'
import { type ErrorBody, isJsonObject } from '@runnel/contract'
import { useTranslation } from 'react-i18next'

/** True when the password fits and the account asks for a code as well. */
export function asksForCode(error: unknown): boolean {
  return isApiError(error) && error.code === 'second_factor_required'
}

/** By what an account that asks for more than the password can be proved. */
export function factorsOf(error: unknown): { hasApp: boolean; hasPasskeys: boolean } {
  const { factors } = (isApiError(error) && isJsonObject(error.body) ? error.body : {}) as Partial<ErrorBody>
  return { hasApp: factors?.includes('code') ?? true, hasPasskeys: factors?.includes('passkey') ?? false }
}

/** The code of an authenticator app, or a recovery code. */
export function CodeField({
  isRecoveryOnly = false,
  ...props
}: TextInputProps & { isRecoveryOnly?: boolean }) {
  const { t } = useTranslation('account')
  return (
    <TextInput
      label={t(isRecoveryOnly ? 'code.recoveryLabel' : 'code.label')}
      description={t(isRecoveryOnly ? 'code.recoveryHelp' : 'code.help')}
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
