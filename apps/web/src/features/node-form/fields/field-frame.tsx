import type { ReactNode } from 'react'
import { useFormModel } from '../form-model.ts'
import '../node-form.css'

interface FieldFrameProps {
  id: string
  label: string
  isOptional?: boolean | undefined
  description?: string | undefined
  path: string
  /** Stands at the end of the label's line. */
  action?: ReactNode
  children: ReactNode
}

/** Label above, help below, the error in place of the help. */
export function FieldFrame({ id, label, isOptional, description, path, action, children }: FieldFrameProps) {
  const model = useFormModel()
  const error = model.errorAt(path)
  return (
    <div className="field" data-invalid={error !== undefined || undefined}>
      <div className="field-head">
        <label htmlFor={id} id={`${id}-label`}>
          {label}
          {isOptional ? null : (
            <span className="field-required" aria-hidden>
              {' *'}
            </span>
          )}
        </label>
        {action}
      </div>
      {children}
      {error !== undefined ? (
        <p className="field-error" id={`${id}-help`}>
          {error}
        </p>
      ) : description ? (
        <p className="field-help" id={`${id}-help`}>
          {description}
        </p>
      ) : null}
    </div>
  )
}
