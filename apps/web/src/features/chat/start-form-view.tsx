import { Button, NumberInput, Select, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import type { JsonObject, JsonValue } from '@runnel/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StartForm, StartFormField } from './start-form.ts'

interface StartFormViewProps {
  form: StartForm
  /** The stored messages are there. */
  isReady: boolean
  onSubmit: (values: JsonObject) => void
}

/** The form that starts a flow, to be filled in. */
export function StartFormView({ form, isReady, onSubmit }: StartFormViewProps) {
  const { t } = useTranslation('chat')
  const [values, setValues] = useState<JsonObject>({})
  const [wasTried, setWasTried] = useState(false)
  const missing = form.fields.filter(({ name, type }) => type !== 'boolean' && (values[name] ?? '') === '')
  const submit = () => {
    setWasTried(true)
    const filled = Object.fromEntries(
      form.fields.map(({ name, type }) => [name, values[name] ?? (type === 'boolean' ? false : '')]),
    )
    if (missing.length === 0) onSubmit(filled)
  }
  return (
    <form
      className="start-form"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="sm">
        <Title order={3}>{form.title || t('form.title')}</Title>
        {form.description === '' ? null : <Text c="dimmed">{form.description}</Text>}
        {form.fields.map((field) => (
          <StartFormInput
            key={field.name}
            field={field}
            value={values[field.name]}
            error={wasTried && missing.includes(field) ? t('form.missing') : undefined}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        <Button type="submit" disabled={!isReady}>
          {t('form.submit')}
        </Button>
      </Stack>
    </form>
  )
}

interface StartFormInputProps {
  field: StartFormField
  value: JsonValue | undefined
  error: string | undefined
  onChange: (value: JsonValue) => void
}

function StartFormInput({ field, value, error, onChange }: StartFormInputProps) {
  const { label, type, options } = field
  const text = typeof value === 'string' ? value : ''
  switch (type) {
    case 'string':
      return (
        <TextInput
          label={label}
          value={text}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'number':
      return (
        <NumberInput
          label={label}
          value={typeof value === 'number' ? value : ''}
          error={error}
          onChange={onChange}
        />
      )
    case 'boolean':
      return (
        <Switch
          label={label}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'options':
      return (
        <Select
          label={label}
          data={[...new Set(options)]}
          value={text === '' ? null : text}
          error={error}
          onChange={(next) => onChange(next ?? '')}
        />
      )
    default:
      return type satisfies never
  }
}
