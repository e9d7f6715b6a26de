import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canBuild, FilterBuilder } from '../filter/filter-builder.tsx'
import { type FieldProps, setValue, useFormModel } from '../form-model.ts'
import { jsonTextOf, shownValue } from '../read-value.ts'
import { CodeField } from './code-field.tsx'
import { FieldFrame } from './field-frame.tsx'

/** A filter over metadata: as conditions, or as the JSON that is kept of them. */
export function FilterField(props: FieldProps) {
  const { input, path, value } = props
  const id = useId()
  const { t } = useTranslation('node-form')
  const model = useFormModel()
  const text = jsonTextOf(shownValue(input, value))
  const [asJson, setAsJson] = useState(false)
  const isBuildable = canBuild(text)
  const way = (
    <Button
      variant="default"
      size="compact-xs"
      disabled={!isBuildable}
      aria-describedby={isBuildable ? undefined : `${id}-why`}
      onClick={() => setAsJson(!asJson)}
    >
      {t(asJson || !isBuildable ? 'filter.asConditions' : 'filter.asJson')}
    </Button>
  )
  if (asJson || !isBuildable)
    return (
      <>
        <CodeField {...props} />
        <div className="filter-way">
          {isBuildable ? null : (
            <p className="field-help" id={`${id}-why`}>
              {t('filter.onlyJson')}
            </p>
          )}
          {way}
        </div>
      </>
    )
  return (
    <FieldFrame
      id={id}
      label={input.label}
      isOptional={input.optional}
      description={t('filter.help')}
      path={path}
      action={way}
    >
      <div id={id}>
        <FilterBuilder
          label={input.label}
          text={text}
          isReadOnly={model.isReadOnly}
          onChange={(next) => setValue(model, path, next)}
        />
      </div>
    </FieldFrame>
  )
}
