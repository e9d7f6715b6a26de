import { Switch } from '@mantine/core'
import { type FieldProps, setValue, useFormModel } from '../form-model.ts'
import { isOn, shownValue } from '../read-value.ts'

/** A switch. */
export function BooleanField({ input, path, value }: FieldProps) {
  const model = useFormModel()
  return (
    <Switch
      className="field"
      label={input.label}
      description={input.description}
      error={model.errorAt(path)}
      checked={isOn(shownValue(input, value))}
      disabled={model.isReadOnly}
      onChange={(event) => setValue(model, path, event.currentTarget.checked)}
    />
  )
}
