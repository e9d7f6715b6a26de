import { MultiSelect, Select } from '@mantine/core'
import { useId } from 'react'
import { type FieldProps, setValue, useFormModel } from '../form-model.ts'
import { listOf, shownValue, textOf } from '../read-value.ts'
import { FieldFrame } from './field-frame.tsx'
import { toItems } from './option-items.ts'
import { renderOption } from './render-option.tsx'

/** One option of a fixed list; a value that is not in the list (from an older version) stays visible. */
export function OptionsField({ input, path, value }: FieldProps) {
  const id = useId()
  const model = useFormModel()
  const shown = textOf(shownValue(input, value))
  const options = (input.options ?? []).filter(({ name, comesLater }) => !comesLater || name === shown)
  const items = toItems(options, shown)
  return (
    <FieldFrame
      id={id}
      label={input.label}
      isOptional={input.optional}
      description={input.description}
      path={path}
    >
      <Select
        id={id}
        data={items}
        value={shown === '' ? null : shown}
        searchable={items.length > 8}
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
      <MultiSelect
        id={id}
        data={toItems(input.options ?? [], ...chosen)}
        value={chosen}
        searchable
        aria-describedby={`${id}-help`}
        aria-invalid={model.errorAt(path) !== undefined}
        renderOption={renderOption(input.options ?? [])}
        disabled={model.isReadOnly}
        onChange={(next) => setValue(model, path, next.length === 0 ? '' : JSON.stringify(next))}
      />
    </FieldFrame>
  )
}
