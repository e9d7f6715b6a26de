import { NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core'
import type { JsonObject, JsonValue } from '@runnel/contract'
import type { AskedField, AskedForm } from './asked-form.ts'

interface AskedFieldsProps {
  form: AskedForm
  values: JsonObject
  /** Words for a field that is needed and empty; none while nobody tried to send it. */
  errorOf: (name: string) => string | undefined
  onChange: (values: JsonObject) => void
}

/** The fields of a form that a tool asks a person to fill in. */
export function AskedFields({ form, values, errorOf, onChange }: AskedFieldsProps) {
  return (
    <Stack gap="xs">
      {form.fields.map((field) => (
        <AskedInput
          key={field.name}
          field={field}
          value={values[field.name]}
          error={errorOf(field.name)}
          onChange={(value) => onChange({ ...values, [field.name]: value })}
        />
      ))}
    </Stack>
  )
}

interface AskedInputProps {
  field: AskedField
  value: JsonValue | undefined
  error: string | undefined
  onChange: (value: JsonValue) => void
}

function AskedInput({ field, value, error, onChange }: AskedInputProps) {
  const { label, description, kind, options, isRequired } = field
  const common = { label, description, error, withAsterisk: isRequired }
  switch (kind) {
    case 'text':
      return (
        <TextInput
          {...common}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'number':
      return <NumberInput {...common} value={typeof value === 'number' ? value : ''} onChange={onChange} />
    case 'switch':
      return (
        <Switch
          label={label}
          description={description}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <Select
          {...common}
          data={options}
          value={typeof value === 'string' ? value : null}
          clearable={!isRequired}
          onChange={(next) => onChange(next ?? '')}
        />
      )
    default:
      return kind satisfies never
  }
}
