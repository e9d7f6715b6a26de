import { NumberInput } from '@mantine/core'
import { useId } from 'react'
import { type FieldProps, setValue, useFormModel } from '../form-model.ts'
import { shownValue, textOf } from '../read-value.ts'
import { FieldFrame } from './field-frame.tsx'

/** A number, kept as text as the wire form has it; empty means that none was chosen. */
export function NumberField({ input, path, value }: FieldProps) {
  const id = useId()
  const model = useFormModel()
  return (
    <FieldFrame
      id={id}
      label={input.label}
      isOptional={input.optional}
      description={input.description}
      path={path}
    >
      <NumberInput
        id={id}
        value={textOf(shownValue(input, value))}
        aria-describedby={`${id}-help`}
        aria-invalid={model.errorAt(path) !== undefined}
        step={input.step ?? 1}
        {...(input.min === undefined ? {} : { min: input.min })}
        {...(input.max === undefined ? {} : { max: input.max })}
        placeholder={input.placeholder ?? ''}
        disabled={model.isReadOnly}
        onChange={(next) => setValue(model, path, String(next))}
      />
    </FieldFrame>
  )
}
