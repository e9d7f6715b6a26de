import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { type SearchText, takeSearch } from './search-text.ts'
import './day-fields.css'

const WAIT_MS = 250
/** Who types a year is in the year 2, 20 and 202 on the way to 2026. */
const FIRST_YEAR = '1000'

interface DayFieldsProps {
  /** What the two fields are called. */
  words: { from: string; to: string }
  from: string | undefined
  to: string | undefined
  onChange: (change: { from?: string | undefined; to?: string | undefined }) => void
}

/** The days from and to of a list, in the browser's own fields. */
export function DayFields({ words, from, to, onChange }: DayFieldsProps) {
  return (
    <>
      <DayField label={words.from} value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <DayField label={words.to} value={to} min={from} onChange={(day) => onChange({ to: day })} />
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
