import { useTranslation } from 'react-i18next'
import { isGoodPassword, looksLikeEmail } from './password-rules.ts'

/** What is wrong with the fields of an account that is being made or given a new password; null where nothing is. */
export function useAccountChecks() {
  const { t } = useTranslation('account')
  return {
    name: (name: string) => (name.trim() === '' ? t('name.missing') : null),
    email: (email: string) => (looksLikeEmail(email) ? null : t('email.wrong')),
    password: (password: string) => (isGoodPassword(password) ? null : t('password.weak')),
    repeat: (repeat: string, { password }: { password: string }) =>
      repeat === password ? null : t('password.differs'),
  }
}
