import { Stack, Text, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Variable } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { SecretInput } from '../../ui/secret-input.tsx'
import { environmentNameOf } from './reference-to.ts'
import { keepsSecret, type VariableDraft } from './variable-draft.ts'

interface ValueFieldsProps {
  form: UseFormReturnType<VariableDraft>
  /** The stored variable, of one that is changed. */
  variable: Variable | undefined
}

/** What the chosen type of a variable wants to know. */
export function ValueFields({ form, variable }: ValueFieldsProps) {
  const { t } = useTranslation('variables')
  const { type, name } = form.values
  if (type === 'secret') return <SecretFields form={form} variable={variable} />
  if (type === 'runtime')
    return (
      <Text c="dimmed">
        {t('form.runtimeHelp', { name: environmentNameOf(name.trim() || t('form.nameExample')) })}
      </Text>
    )
  return (
    <Textarea
      label={t('form.value')}
      description={t('form.valueHelp')}
      autosize
      minRows={3}
      maxRows={12}
      {...form.getInputProps('value')}
    />
  )
}

function SecretFields({ form, variable }: ValueFieldsProps) {
  const { t } = useTranslation('variables')
  const keeps = keepsSecret(variable)
  return (
    <Stack gap="md">
      <SecretInput
        label={t('form.value')}
        description={t(keeps ? 'form.secretKept' : 'form.secretHelp')}
        toggleLabel={t('form.showSecret')}
        required={!keeps}
        autoComplete="new-password"
        {...form.getInputProps('secret')}
      />
      <Textarea
        label={t('form.hosts')}
        description={t('form.hostsHelp')}
        required
        autosize
        minRows={2}
        maxRows={8}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('hosts')}
      />
    </Stack>
  )
}
