import { useDebouncedValue } from '@mantine/hooks'
import type { ApiKey } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiKeyListQuery, MOST_KEYS } from '../../api-keys/api-key-queries.ts'

const WAIT_MS = 250
/** The server looks for no more. */
const MOST_CHARACTERS = 200

/** How a key is named where one is chosen. */
export function labelOfKey({ keyName, apiKey }: ApiKey): string {
  return `${keyName} (${apiKey})`
}

/** The keys to choose from: the latest ones and, where there are more, those whose names fit what is written. */
export function useKeyChoices(mayView: boolean) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim().slice(0, MOST_CHARACTERS), WAIT_MS)
  const latest = useQuery({ ...apiKeyListQuery({ size: MOST_KEYS }), enabled: mayView })
  const total = latest.data?.total ?? 0
  const hasMore = total > MOST_KEYS
  const known = latest.data?.data ?? []
  // The field holds the label of the chosen key while nothing is looked for.
  const isSought = (name: string) => hasMore && name !== '' && !known.some((key) => labelOfKey(key) === name)
  const isWanted = isSought(search)
  const found = useQuery({ ...apiKeyListQuery({ size: MOST_KEYS, search }), enabled: isWanted })
  const others = (isWanted ? (found.data?.data ?? []) : []).filter(
    ({ id }) => !known.some((key) => key.id === id),
  )
  return {
    keys: [...known, ...others],
    total,
    hasMore,
    isLoaded: latest.data !== undefined,
    isSearching: (isWanted && found.isFetching) || (text.trim() !== search && isSought(text.trim())),
    error: latest.error ?? found.error,
    retry: () => void (found.error ? found : latest).refetch(),
    setSearch: setText,
  }
}
