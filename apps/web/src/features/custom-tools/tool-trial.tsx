import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeTrial } from '../node-form/trial/code-trial.tsx'
import { type DraftRow, findRowFaults, trialValuesOf } from './tool-draft.ts'

interface ToolTrialProps {
  rows: readonly DraftRow[]
  code: string
}

/** Tries a tool out with values for its inputs, before or after it is saved. */
export function ToolTrial({ rows, code }: ToolTrialProps) {
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({})
  const faults = findRowFaults(rows)
  const named = rows.filter(({ key }) => !faults.has(key))
  return (
    <CodeTrial code={code} variables={() => trialValuesOf(named, written)}>
      {named.map((row) => (
        <TrialField
          key={row.key}
          row={row}
          value={written[row.key] ?? ''}
          onChange={(value) => setWritten({ ...written, [row.key]: value })}
        />
      ))}
    </CodeTrial>
  )
}

interface TrialFieldProps {
  row: DraftRow
  value: string
  onChange: (value: string) => void
}

function TrialField({ row: { property, type, description }, value, onChange }: TrialFieldProps) {
  const { t } = useTranslation('custom-tools')
  const label = <code>{`$${property.trim()}`}</code>
  switch (type) {
    case 'boolean':
      return (
        <Checkbox
          label={label}
          description={description}
          checked={value === 'true'}
          onChange={(event) => onChange(String(event.currentTarget.checked))}
        />
      )
    case 'number':
      return (
        <TextInput
          label={label}
          description={description}
          inputMode="decimal"
          value={value}
          error={value !== '' && !Number.isFinite(Number(value)) ? t('trial.noNumber') : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'date':
      return (
        <TextInput
          label={label}
          description={description || t('trial.date')}
          placeholder="2026-01-31T12:00:00Z"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'string':
      return (
        <Textarea
          label={label}
          description={description}
          autosize
          minRows={1}
          maxRows={6}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    default:
      return type satisfies never
  }
}
