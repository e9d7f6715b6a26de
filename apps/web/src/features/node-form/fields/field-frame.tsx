import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { afterPress } from '../../../ui/after-press.ts'
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
  const severity = model.severityAt(path)
  const frame = useRef<HTMLDivElement>(null)
  useWhenLeft(frame, () => model.leave(path))
  return (
    <div ref={frame} className="field" data-invalid={error === undefined ? undefined : severity}>
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
        <p className="field-error" data-severity={severity} id={`${id}-help`}>
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

/** Tells when the focus has gone out of an element, after the click that took it. */
function useWhenLeft(element: RefObject<HTMLElement | null>, onLeft: () => void): void {
  const latest = useRef(onLeft)
  useEffect(() => {
    latest.current = onLeft
  })
  useEffect(() => {
    const { current } = element
    const tell = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && current?.contains(relatedTarget)))
        afterPress(() => latest.current())
    }
    current?.addEventListener('focusout', tell)
    return () => current?.removeEventListener('focusout', tell)
  }, [element])
}
