import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchableSelect } from '../searchable-select.tsx'
import { useWorkspaceChoices, type WorkspaceChoice } from './use-workspace-choices.ts'

interface WorkspaceSelectProps {
  label: string
  /** The id of the chosen one; undefined before a choice. */
  value: string | undefined
  /** Not among the choices. */
  without?: readonly string[]
  isRequired?: boolean
  hasFocus?: boolean
  onChoose: (chosen: WorkspaceChoice) => void
}

/** Chooses one of the person's workspaces, however many there are: what is written is looked for by the server, too. */
export function WorkspaceSelect({
  label,
  value,
  without = [],
  isRequired = false,
  hasFocus = false,
  onChoose,
}: WorkspaceSelectProps) {
  const { t } = useTranslation('ui')
  const { choices, hasMore, isSearching, error, retry, setSearch } = useWorkspaceChoices()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<WorkspaceChoice>()
  const offered = choices.filter(({ id }) => !without.includes(id))
  const isListed = offered.some(({ id }) => id === value)
  const items = chosen && chosen.id === value && !isListed ? [...offered, chosen] : offered
  return (
    <SearchableSelect
      label={label}
      description={hasMore ? t('workspaces.more') : undefined}
      required={isRequired}
      data-autofocus={hasFocus || undefined}
      data={items.map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? null}
      // Within the dialog, of which readers are told, and yet not cut off at its edge.
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
      allowDeselect={false}
      searchValue={text}
      onSearchChange={(next) => {
        setText(next)
        setSearch(next)
      }}
      choices={{ isLoading: isSearching, error, onRetry: retry, noMatch: t('workspaces.noneFound') }}
      onChange={(id) => {
        const choice = items.find((each) => each.id === id)
        if (!choice) return
        setChosen(choice)
        onChoose(choice)
      }}
    />
  )
}
