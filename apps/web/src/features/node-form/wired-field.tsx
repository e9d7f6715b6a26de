import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldFrame } from './fields/field-frame.tsx'
import type { FieldProps } from './form-model.ts'

/** A param that an edge fills: it says from where. */
export function WiredField({ input, path, sources }: FieldProps & { sources: readonly string[] }) {
  const id = useId()
  const { t } = useTranslation('node-form')
  return (
    <FieldFrame
      id={id}
      label={input.label || input.name}
      isOptional={input.optional}
      description={input.description}
      path={path}
    >
      <output id={id} className="kept-value">
        {t('wired', { sources: sources.join(', ') })}
      </output>
    </FieldFrame>
  )
}
