import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldProps } from '../form-model.ts'
import { textOf } from '../read-value.ts'
import { FieldFrame } from './field-frame.tsx'

const SHOWN_CHARACTERS = 200

/** A value that this editor cannot change: it says so, shows the beginning, and leaves it as it came. */
export function KeptField({ input, path, value }: FieldProps) {
  const id = useId()
  const { t } = useTranslation('node-form')
  const text = textOf(value)
  return (
    <FieldFrame id={id} label={input.label || input.name} isOptional={input.optional} path={path}>
      <output id={id} className="kept-value">
        {text === '' ? t('kept.empty') : text.slice(0, SHOWN_CHARACTERS)}
      </output>
      <p className="field-help">{t('kept.help', { type: input.type })}</p>
    </FieldFrame>
  )
}
