import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** What a new person is called. */
export function NameField(props: TextInputProps) {
  const { t } = useTranslation('account')
  return <TextInput label={t('name.label')} required autoComplete="name" maxLength={100} {...props} />
}
