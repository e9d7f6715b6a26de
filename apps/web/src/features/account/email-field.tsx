import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The address by which an account is known. */
export function EmailField(props: TextInputProps) {
  const { t } = useTranslation('account')
  return <TextInput label={t('email.label')} type="email" required autoComplete="username" {...props} />
}
