import { useState } from 'react'
import { type FilterGroup, parseFilter, readConditions, writeFilterText } from './filter-draft.ts'
import { FilterGroupFields } from './filter-group-fields.tsx'
import './filter.css'

interface FilterBuilderProps {
  /** What it filters, for those who do not see the page. */
  label: string
  /** JSON that conditions can say (`canBuild`). */
  text: string
  isReadOnly?: boolean
  onChange(text: string): void
}

/** Whether the text of a filter can be shown as conditions. */
export function canBuild(text: string): boolean {
  const filter = parseFilter(text)
  return filter !== undefined && readConditions(filter) !== undefined
}

/** A filter over metadata as conditions, and groups of them, in the place of its JSON. */
export function FilterBuilder({ label, text, isReadOnly = false, onChange }: FilterBuilderProps) {
  const [draft, setDraft] = useState(() => draftOf(text))
  // What is not written to its end stands in no JSON: only what came from elsewhere is read.
  const isOwn = draft.text === text
  const group = isOwn ? draft.group : draftOf(text).group
  const change = (next: FilterGroup) => {
    const written = writeFilterText(next)
    setDraft({ group: next, text: written })
    if (written !== text) onChange(written)
  }
  return <FilterGroupFields label={label} group={group} isReadOnly={isReadOnly} onChange={change} />
}

function draftOf(text: string): { group: FilterGroup; text: string } {
  return { group: readConditions(parseFilter(text) ?? {}) ?? { joins: 'all', parts: [] }, text }
}
