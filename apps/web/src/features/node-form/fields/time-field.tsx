import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { type FieldProps, setValue, useFormModel } from '../form-model.ts'
import { shownValue, textOf } from '../read-value.ts'
import { FieldFrame } from './field-frame.tsx'

/** Days are kept as `2026-12-31`; imported flows hold them with a time behind. */
const DAY_LENGTH = 10

/** A time of the day, as `09:30`. */
export function TimeField(props: FieldProps) {
  return <BrowserField {...props} kind="time" text={textOf(shownValue(props.input, props.value))} />
}

/** A day. */
export function DayField(props: FieldProps) {
  const text = textOf(shownValue(props.input, props.value)).slice(0, DAY_LENGTH)
  return <BrowserField {...props} kind="date" text={text} />
}

/** A field for which the browser has a picker of its own. */
function BrowserField({ input, path, kind, text }: FieldProps & { kind: 'time' | 'date'; text: string }) {
  const id = useId()
  const model = useFormModel()
  return (
    <FieldFrame
      id={id}
      label={input.label || input.name}
      isOptional={input.optional}
      description={input.description}
      path={path}
    >
      <TextInput
        id={id}
        type={kind}
        value={text}
        aria-describedby={`${id}-help`}
        aria-invalid={model.errorAt(path) !== undefined}
        disabled={model.isReadOnly}
        onChange={(event) => setValue(model, path, event.currentTarget.value)}
      />
    </FieldFrame>
  )
}
