import type { InputDefinition } from '@runnel/contract'
import { type ComponentType, memo } from 'react'
import { ConfigSection } from './config-section.tsx'
import { useFieldComponents } from './field-components.ts'
import { AddressesField } from './fields/addresses-field.tsx'
import { ArrayField } from './fields/array-field.tsx'
import { AsyncOptionsField } from './fields/async-options-field.tsx'
import { BooleanField } from './fields/boolean-field.tsx'
import { CodeField } from './fields/code-field.tsx'
import { MonthDaysField, WeekDaysField } from './fields/days-field.tsx'
import { FileField } from './fields/file-field.tsx'
import { FilterField } from './fields/filter-field.tsx'
import { KeptField } from './fields/kept-field.tsx'
import { NumberField } from './fields/number-field.tsx'
import { MultiOptionsField, OptionsField } from './fields/options-field.tsx'
import { PasswordField } from './fields/password-field.tsx'
import { StoreDescriptionField } from './fields/store-description-field.tsx'
import { TabsField } from './fields/tabs-field.tsx'
import { TextField } from './fields/text-field.tsx'
import { DayField, TimeField } from './fields/time-field.tsx'
import { type FieldProps, useFormModel } from './form-model.ts'
import { WiredField } from './wired-field.tsx'

const fields: Record<string, ComponentType<FieldProps>> = {
  string: TextField,
  url: TextField,
  addresses: AddressesField,
  number: NumberField,
  boolean: BooleanField,
  password: PasswordField,
  options: OptionsField,
  multiOptions: MultiOptionsField,
  asyncOptions: AsyncOptionsField,
  asyncMultiOptions: AsyncOptionsField,
  json: CodeField,
  code: CodeField,
  array: ArrayField,
  datagrid: ArrayField,
  tabs: TabsField,
  credential: CredentialSlot,
  file: FileField,
  timePicker: TimeField,
  datePicker: DayField,
  weekDaysPicker: WeekDaysField,
  monthDaysPicker: MonthDaysField,
}

/**
 * The field of one param by its type, with the settings of a chosen component below it. Drawn anew only when what it
 * shows has changed: not with every key in another field.
 */
export const FormField = memo(function FormField(props: FieldProps) {
  const { input, path, value } = props
  const sources = useFormModel().sourcesOf(path)
  if (sources.length > 0) return <WiredField {...props} sources={sources} />
  const Field = fieldFor(input)
  return (
    <>
      <Field {...props} />
      {input.loadConfig && typeof value === 'string' && value !== '' ? (
        <ConfigSection {...props} component={value} />
      ) : null}
    </>
  )
}, looksTheSame)

/** Kinds of fields that show nothing but their own value. */
const BY_THEMSELVES = new Set([
  'string',
  'url',
  'number',
  'boolean',
  'password',
  'options',
  'multiOptions',
  'json',
  'code',
  'file',
  'timePicker',
  'datePicker',
  'weekDaysPicker',
  'monthDaysPicker',
])

function looksTheSame(before: FieldProps, now: FieldProps): boolean {
  const isSame = before.input === now.input && before.path === now.path && before.value === now.value
  if (!isSame) return false
  const { type, loadConfig, readsNamesOf, readAs } = now.input
  const readsOthers = loadConfig || readsNamesOf !== undefined || readAs === 'storeDescription'
  if (BY_THEMSELVES.has(type) && !readsOthers) return true
  return before.owner.values === now.owner.values && before.owner.path === now.owner.path
}

function CredentialSlot(props: FieldProps) {
  const { Credential } = useFieldComponents()
  return <Credential {...props} />
}

/** A number or a switch that accepts references is written as text: a reference is one. */
function fieldFor(input: InputDefinition): ComponentType<FieldProps> {
  if (input.readAs === 'metadataFilter') return FilterField
  if (input.readAs === 'storeDescription') return StoreDescriptionField
  const isScalar = input.type === 'number' || input.type === 'boolean'
  if (isScalar && input.acceptVariable) return TextField
  return fields[input.type] ?? KeptField
}
