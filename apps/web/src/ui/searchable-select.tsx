import { Box, MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { ChoiceState, type Choices } from './choice-state.tsx'

interface Searched {
  choices?: Choices
  data: readonly { value: string; label: string }[]
}

type SearchableSelectProps = Searched & Omit<SelectProps, 'data' | 'searchable' | 'nothingFoundMessage'>

/** Chooses one of many by a part of its name, and says below what there is to choose from where that is nothing. */
export function SearchableSelect({ choices, data, flex, onSearchChange, ...select }: SearchableSelectProps) {
  const [text, setText] = useState('')
  return (
    <Box flex={flex} miw={0}>
      <Select
        {...select}
        data={[...data]}
        searchable
        onSearchChange={(next) => {
          setText(next)
          onSearchChange?.(next)
        }}
      />
      <ChoiceState {...choices} text={text} labels={data.map(({ label }) => label)} />
    </Box>
  )
}

type SearchableMultiSelectProps = Searched &
  Omit<MultiSelectProps, 'data' | 'searchable' | 'nothingFoundMessage'>

/** As `SearchableSelect`, for several. */
export function SearchableMultiSelect({ choices, data, ...select }: SearchableMultiSelectProps) {
  const [text, setText] = useState('')
  return (
    <Box miw={0}>
      <MultiSelect {...select} data={[...data]} searchable onSearchChange={setText} />
      <ChoiceState {...choices} text={text} labels={data.map(({ label }) => label)} />
    </Box>
  )
}
