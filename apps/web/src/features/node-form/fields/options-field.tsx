import { Select } from '@mantine/core'
import { useId } from 'react'
import { SearchableMultiSelect, SearchableSelect } from '../../../ui/searchable-select.tsx'
import { type FieldProps, setValue, useFormModel } from '../form-model.ts'
import { listOf, shownValue, textOf } from '../read-value.ts'
import { FieldFrame } from './field-frame.tsx'
import { toItems } from './option-items.ts'
import { renderOption } from './render-option.tsx'

/** So many need no search. */
const MOST_AT_A_GLANCE = 8

/** One option of a fixed list; a value that is not in the list (from an older version) stays visible. */
export function OptionsField({ input, path, value }: FieldProps) {
  const id = useId()
  const model = useFormModel()
  const shown = textOf(shownValue(input, value))
  const options = (input.options ?? []).filter(({ name, comesLater }) => !comesLater || name === shown)
  const items = toItems(options, shown)
  const Field = items.length > MOST_AT_A_GLANCE ? SearchableSelect : Select
  return (
    <FieldFrame
      id={id}
      label={input.label}
      isOptional={input.optional}
      description={input.description}
      path={path}
    >
      <Field
        id={id}
        data={items}
        value={shown === '' ? null : shown}
        clearable={input.optional === true}
        allowDeselect={input.optional === true}
        aria-describedby={`${id}-help`}
        aria-invalid={model.errorAt(path) !== undefined}
        renderOption={renderOption(options)}
        disabled={model.isReadOnly}
        onChange={(next) => setValue(model, path, next ?? '')}
      />
    </FieldFrame>
  )
}

/** Several options of a fixed list, kept as the text of a JSON list. */
export function MultiOptionsField({ input, path, value }: FieldProps) {
  const id = useId()
  const model = useFormModel()
  const chosen = listOf(shownValue(input, value))
  return (
    <FieldFrame
      id={id}
      label={input.label}
      isOptional={input.optional}
      description={input.description}
      path={path}
    >
      <SearchableMultiSelect
        id={id}
        data={toItems(input.options ?? [], ...chosen)}
        value={chosen}
        aria-describedby={`${id}-help`}
        aria-invalid={model.errorAt(path) !== undefined}
        renderOption={renderOption(input.options ?? [])}
        disabled={model.isReadOnly}
        onChange={(next) => setValue(model, path, next.length === 0 ? '' : JSON.stringify(next))}
      />
    </FieldFrame>
  )
}
