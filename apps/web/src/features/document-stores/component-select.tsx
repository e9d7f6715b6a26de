import type { NodeDefinition } from '@runnel/contract'
import { SearchableSelect } from '../../ui/searchable-select.tsx'
import { renderOption } from '../node-form/fields/render-option.tsx'
import '../node-form/node-form.css'

interface ComponentSelectProps {
  label: string
  description?: string
  /** What it says where nothing is chosen; then nothing may be chosen. */
  none?: string
  definitions: readonly NodeDefinition[]
  /** The type of the chosen one. */
  value: string | undefined
  /** The name of a chosen one that is not offered. */
  labelOf: (type: string) => string
  error?: string | undefined
  isReadOnly: boolean
  onChange: (type: string | undefined) => void
}

const NONE = ''

/** Chooses a component by its name; each is described. */
export function ComponentSelect(props: ComponentSelectProps) {
  const { label, description, none, definitions, value = NONE, labelOf, error, isReadOnly, onChange } = props
  const options = definitions.map((each) => ({
    name: each.name,
    label: each.label,
    description: each.description,
  }))
  const isOffered = value === NONE || options.some(({ name }) => name === value)
  const all = [
    ...(none === undefined ? [] : [{ name: NONE, label: none, description: '' }]),
    ...options,
    ...(isOffered ? [] : [{ name: value, label: labelOf(value), description: '' }]),
  ]
  return (
    <SearchableSelect
      label={label}
      description={description}
      data={all.map(({ name, label: shown }) => ({ value: name, label: shown }))}
      value={value === NONE && none === undefined ? null : value}
      disabled={isReadOnly}
      error={error}
      renderOption={renderOption(all)}
      onChange={(next) => onChange(next === null || next === NONE ? undefined : next)}
    />
  )
}
