import { Box, MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { ChoiceState, type Choices, fits } from './choice-state.tsx'

interface Searched {
  choices?: Choices
  data: readonly { value: string; label: string }[]
}

type SearchableSelectProps = Searched &
  Omit<SelectProps, 'data' | 'searchable' | 'nothingFoundMessage' | 'dropdownOpened'>

/** Chooses one of many by a part of its name, and says below what there is to choose from where that is nothing. */
export function SearchableSelect({ choices, data, flex, onSearchChange, ...select }: SearchableSelectProps) {
  const { text, setText, labels, dropdown } = useSearch(data, select)
  return (
    <Box flex={flex} miw={0}>
      <Select
        {...select}
        {...dropdown}
        data={[...data]}
        searchable
        onSearchChange={(next) => {
          setText(next)
          onSearchChange?.(next)
        }}
      />
      <ChoiceState {...choices} text={text} labels={labels} />
    </Box>
  )
}

type SearchableMultiSelectProps = Searched &
  Omit<
    MultiSelectProps,
    'data' | 'searchable' | 'nothingFoundMessage' | 'dropdownOpened' | 'onOptionSubmit'
  > & {
    /** Where each is looked for by its name: the list goes with a choice, and comes with the next name. */
    closesOnChoice?: boolean
  }

/** As `SearchableSelect`, for several. */
export function SearchableMultiSelect({
  choices,
  data,
  onSearchChange,
  closesOnChoice = false,
  ...select
}: SearchableMultiSelectProps) {
  const { text, setText, labels, dropdown } = useSearch(data, select)
  return (
    <Box miw={0}>
      <MultiSelect
        {...select}
        {...dropdown}
        data={[...data]}
        searchable
        onSearchChange={(next) => {
          setText(next)
          onSearchChange?.(next)
        }}
        {...(closesOnChoice && { onOptionSubmit: dropdown.onDropdownClose })}
      />
      <ChoiceState {...choices} text={text} labels={labels} />
    </Box>
  )
}

/** What is written, and when the list is open: a list of nothing would be none, and its field would name an option that is gone. */
function useSearch(
  data: Searched['data'],
  { defaultDropdownOpened = false, filter }: { defaultDropdownOpened?: boolean; filter?: unknown },
) {
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(defaultDropdownOpened)
  const labels = data.map(({ label }) => label)
  // Whoever filters otherwise offers what there is.
  const hasOptions = filter === undefined ? fits(labels, text) : data.length > 0
  return {
    text,
    setText,
    labels,
    dropdown: {
      dropdownOpened: isOpen && hasOptions,
      onDropdownOpen: () => setIsOpen(true),
      onDropdownClose: () => setIsOpen(false),
    },
  }
}
