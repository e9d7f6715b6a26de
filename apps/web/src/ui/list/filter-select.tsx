import { NativeSelect } from '@mantine/core'

interface FilterSelectProps<Value extends string> {
  label: string
  /** The first choice: rows of every kind. */
  anyLabel: string
  choices: readonly { value: Value; label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** A filter of a list: one of some words, or any. A word of the address that is none of them shows as it is. */
export function FilterSelect<Value extends string>({
  label,
  anyLabel,
  choices,
  value,
  onChange,
}: FilterSelectProps<Value>) {
  const isKnown = value === undefined || choices.some((choice) => choice.value === value)
  const shown = isKnown ? choices : [...choices, { value, label: value }]
  return (
    <NativeSelect
      aria-label={label}
      className="list-select"
      data={[{ value: '', label: anyLabel }, ...shown]}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(shown.find((choice) => choice.value === currentTarget.value)?.value)
      }
    />
  )
}
