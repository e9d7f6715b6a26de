import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import './activity.css'

interface DayFieldsProps {
  from: string | undefined
  to: string | undefined
  onChange: (change: { from?: string | undefined; to?: string | undefined }) => void
}

/** The days from and to of a log, in the browser's own fields. */
export function DayFields({ from, to, onChange }: DayFieldsProps) {
  const { t } = useTranslation('activity')
  return (
    <>
      <TextInput
        type="date"
        aria-label={t('filter.from')}
        className="day-field"
        leftSection={<span aria-hidden>{t('filter.from')}</span>}
        leftSectionWidth={52}
        max={to}
        value={from ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ from: value || undefined })}
      />
      <TextInput
        type="date"
        aria-label={t('filter.to')}
        className="day-field"
        leftSection={<span aria-hidden>{t('filter.to')}</span>}
        leftSectionWidth={52}
        min={from}
        value={to ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ to: value || undefined })}
      />
    </>
  )
}
