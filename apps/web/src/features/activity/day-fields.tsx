import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SearchText, takeSearch } from '../../ui/list/search-text.ts'
import './activity.css'

const WAIT_MS = 250
/** Who types a year is in the year 2, 20 and 202 on the way to 2026. */
const FIRST_YEAR = '1000'

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
      <DayField label={t('filter.from')} value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <DayField label={t('filter.to')} value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </>
  )
}

interface DayFieldProps {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day that is handed on once its year is written, after a short rest; what is being typed stays as it is meanwhile. */
function DayField({ label, value, onChange, ...limits }: DayFieldProps) {
  const [state, setState] = useState<SearchText>({ text: value ?? '', seen: value, sent: value })
  if (value !== state.seen) setState(takeSearch(state, value))
  const send = useDebouncedCallback((day: string) => {
    const sent = day || undefined
    setState((now) => ({ ...now, sent }))
    onChange(sent)
  }, WAIT_MS)
  const change = (day: string) => {
    setState((now) => ({ ...now, text: day }))
    if (day === '' || day >= FIRST_YEAR) send(day)
    else send.cancel()
  }
  return (
    <TextInput
      type="date"
      aria-label={label}
      className="day-field"
      leftSection={<span aria-hidden>{label}</span>}
      leftSectionWidth={52}
      value={state.text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      {...limits}
    />
  )
}
