import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** What the organisation of a new owner is called, where others see it. */
export function OrganizationField(props: TextInputProps) {
  const { t } = useTranslation('account')
  return (
    <TextInput
      label={t('organization.label')}
      description={t('organization.help')}
      autoComplete="organization"
      maxLength={100}
      {...props}
    />
  )
}

/** The organisation as the registration takes it; without a name the server gives the usual one. */
export function namedOrganization(name: string): { organization?: { name: string } } {
  return name.trim() === '' ? {} : { organization: { name: name.trim() } }
}
