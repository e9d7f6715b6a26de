import { NativeSelect } from '@mantine/core'

interface FilterSelectProps<Value extends string> {
  label: string
  /** The first choice: rows of every kind. */
  anyLabel: string
  /** With `group`, choices of one group stand together below its name; they come in that order. */
  choices: readonly { value: Value; label: string; group?: string }[]
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
      data={[{ value: '', label: anyLabel }, ...inGroups(shown)]}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(shown.find((choice) => choice.value === currentTarget.value)?.value)
      }
    />
  )
}

/** The choices as the field takes them: those of a group together, the others as they are. */
function inGroups<Choice extends { value: string; label: string; group?: string }>(
  choices: readonly Choice[],
) {
  const named = [...new Set(choices.flatMap(({ group }) => group ?? []))]
  const plain = choices.filter(({ group }) => group === undefined)
  const groups = named.map((name) => ({
    group: name,
    items: choices.filter(({ group }) => group === name).map(({ value, label }) => ({ value, label })),
  }))
  return [...groups, ...plain]
}
