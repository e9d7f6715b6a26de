import { useDebouncedValue } from '@mantine/hooks'
import { MOST_PEOPLE_AT_ONCE } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchableMultiSelect } from '../../../ui/searchable-select.tsx'
import { userListQuery } from '../people-queries.ts'
import type { Candidate } from './add-together.ts'

interface PeopleSelectProps {
  people: readonly Candidate[]
  onChange: (people: readonly Candidate[]) => void
}

/** People of the organisation, found by name or address on the server. */
export function PeopleSelect({ people, onChange }: PeopleSelectProps) {
  const { t } = useTranslation('people')
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, 250)
  const wanted = search.trim()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    userListQuery({ ...(wanted === '' ? {} : { q: wanted }), sort: 'name', size: 12 }),
  )
  const found = (data?.data ?? []).map(({ user }) => ({
    value: user.id,
    label: user.name ? `${user.name} (${user.email})` : user.email,
    name: user.name || user.email,
  }))
  // Who is chosen stays, also where the search finds others.
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({})
  const kept = people.filter(({ userId }) => !found.some(({ value }) => value === userId))
  const options = [
    ...kept.map(({ userId, name }) => ({ value: userId, label: labels[userId] ?? name, name })),
    ...found,
  ]
  const isLooking = text.trim() !== wanted || (isFetching && (data === undefined || isPlaceholderData))
  return (
    <SearchableMultiSelect
      label={t('places.people')}
      description={t('places.peopleHelp')}
      required
      data-autofocus
      data={options}
      maxValues={MOST_PEOPLE_AT_ONCE}
      hidePickedOptions
      closesOnChoice
      // The server looks by the address as well: what it found is shown as it is.
      filter={({ options: all }) => all}
      choices={{
        isLoading: isLooking,
        error,
        onRetry: () => void refetch(),
        empty: t('places.nobodyFound'),
        noMatch: t('places.nobodyFound'),
      }}
      value={people.map(({ userId }) => userId)}
      searchValue={text}
      onSearchChange={setText}
      onChange={(userIds) => {
        const chosen = options.filter(({ value }) => userIds.includes(value))
        setLabels(Object.fromEntries(chosen.map(({ value, label }) => [value, label])))
        onChange(
          userIds.flatMap((userId) =>
            chosen.filter(({ value }) => value === userId).map(({ name }) => ({ userId, name })),
          ),
        )
      }}
    />
  )
}
