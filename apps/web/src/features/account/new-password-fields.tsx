import type { PasswordInputProps } from '@mantine/core'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SecretInput } from '../../ui/secret-input.tsx'
import './account.css'
import { passwordRules } from './password-rules.ts'

interface NewPasswordFieldsProps {
  password: string
  passwordProps: PasswordInputProps
  repeatProps: PasswordInputProps
}

/** A new password with its rules, which tick themselves off while one types, and its repetition. */
export function NewPasswordFields({ password, passwordProps, repeatProps }: NewPasswordFieldsProps) {
  const { t } = useTranslation('account')
  const rulesId = useId()
  return (
    <>
      <SecretInput
        toggleLabel={t('password.toggle')}
        label={t('password.new')}
        required
        withAsterisk
        autoComplete="new-password"
        aria-describedby={rulesId}
        {...passwordProps}
      />
      <ul id={rulesId} className="password-rules" aria-label={t('password.rules')}>
        {passwordRules.map(({ id, passes }) => (
          <li key={id} data-passed={passes(password) || undefined}>
            {passes(password) ? <IconCheck size={14} aria-hidden /> : <IconPoint size={14} aria-hidden />}
            {t(`password.rule.${id}`)}
            <span className="visually-hidden">
              {passes(password) ? t('password.passed') : t('password.missing')}
            </span>
          </li>
        ))}
      </ul>
      <SecretInput
        toggleLabel={t('password.toggle')}
        label={t('password.repeat')}
        required
        withAsterisk
        autoComplete="new-password"
        {...repeatProps}
      />
    </>
  )
}
