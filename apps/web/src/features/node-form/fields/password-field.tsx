import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SecretInput } from '../../../ui/secret-input.tsx'
import { type FieldProps, setValue, useFormModel } from '../form-model.ts'
import { textOf } from '../read-value.ts'
import { FieldFrame } from './field-frame.tsx'

/** A secret inside a node: masked, never remembered by the browser. */
export function PasswordField({ input, path, value }: FieldProps) {
  const id = useId()
  const { t } = useTranslation('node-form')
  const model = useFormModel()
  return (
    <FieldFrame
      id={id}
      label={input.label}
      isOptional={input.optional}
      description={input.description}
      path={path}
    >
      <SecretInput
        toggleLabel={t('togglePassword')}
        id={id}
        value={textOf(value)}
        autoComplete="new-password"
        aria-describedby={`${id}-help`}
        aria-invalid={model.errorAt(path) !== undefined}
        placeholder={input.placeholder ?? ''}
        disabled={model.isReadOnly}
        onChange={(event) => setValue(model, path, event.currentTarget.value)}
      />
    </FieldFrame>
  )
}
