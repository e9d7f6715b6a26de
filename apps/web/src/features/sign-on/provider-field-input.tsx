import { Textarea, TextInput } from '@mantine/core'
import type { ProviderField } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { SecretInput } from '../../ui/secret-input.tsx'

/** A field of a provider's settings; a secret that is kept already may stay empty. */
export function ProviderFieldInput({
  field: { name, kind, isNeeded, example },
  isKept,
  ...input
}: {
  field: ProviderField
  isKept: boolean
  value?: string
  error?: unknown
}) {
  const { t } = useTranslation('sign-on')
  const words = {
    label: t(`field.${name}`),
    description: t(`help.${name}`),
    required: isNeeded && !isKept,
    error: typeof input.error === 'string' ? input.error : undefined,
    autoComplete: 'off',
    ...(example === undefined ? {} : { placeholder: example }),
  }
  if (kind === 'secret')
    return (
      <SecretInput
        toggleLabel={t('toggleSecret')}
        {...input}
        {...words}
        autoComplete="new-password"
        placeholder={isKept ? t('secretKept') : ''}
      />
    )
  if (kind === 'lines')
    return (
      <Textarea autosize minRows={4} maxRows={12} {...input} {...words} className="sign-on-certificate" />
    )
  return <TextInput {...input} {...words} />
}
