import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchableMultiSelect } from '../../../ui/searchable-select.tsx'
import { type FieldProps, setValue, useFormModel } from '../form-model.ts'
import { shownValue, textOf } from '../read-value.ts'
import { FieldFrame } from './field-frame.tsx'
import { listMonthDays, listWeekDays, readDays } from './list-days.ts'

/** Days of the week. */
export function WeekDaysField(props: FieldProps) {
  const { i18n } = useTranslation('node-form')
  return <DaysField {...props} days={listWeekDays(i18n.language)} />
}

/** Days of the month, and its last one. */
export function MonthDaysField(props: FieldProps) {
  const { t } = useTranslation('node-form')
  return <DaysField {...props} days={listMonthDays(t('days.last'))} />
}

/** Several days, kept as a cron expression has them: `1,3,5`. */
function DaysField({ input, path, value, days }: FieldProps & { days: { value: string; label: string }[] }) {
  const id = useId()
  const model = useFormModel()
  const chosen = readDays(textOf(shownValue(input, value)))
  const unknown = chosen.filter((day) => !days.some((known) => known.value === day))
  return (
    <FieldFrame
      id={id}
      label={input.label || input.name}
      isOptional={input.optional}
      description={input.description}
      path={path}
    >
      <SearchableMultiSelect
        id={id}
        data={[...days, ...unknown.map((day) => ({ value: day, label: day }))]}
        value={chosen}
        aria-describedby={`${id}-help`}
        aria-invalid={model.errorAt(path) !== undefined}
        disabled={model.isReadOnly}
        onChange={(next) => setValue(model, path, next.join(','))}
      />
    </FieldFrame>
  )
}
