import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SearchText, takeSearch } from './search-text.ts'

const WAIT_MS = 250
/** The server looks for no more. */
const MOST_CHARACTERS = 200

interface SearchFieldProps {
  label: string
  value: string | undefined
  onSearch: (text: string | undefined) => void
}

/** A search box that hands on what was typed after a short rest; the label is for readers, the icon for eyes. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<SearchText>({ text: value ?? '', seen: value, sent: value })
  const { text } = state
  if (value !== state.seen) setState(takeSearch(state, value))
  const router = useRouter()
  const search = useDebouncedCallback((next: string) => {
    // Who is on the way to another page must not be called back by the search.
    const isLeaving = router.latestLocation.pathname !== router.state.resolvedLocation?.pathname
    if (isLeaving) return
    const sent = next.trim() || undefined
    setState((now) => ({ ...now, sent }))
    onSearch(sent)
  }, WAIT_MS)
  const change = (next: string) => {
    setState((now) => ({ ...now, text: next }))
    search(next)
  }
  return (
    <TextInput
      className="search-field"
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={MOST_CHARACTERS}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
      rightSection={
        text === '' ? null : (
          <CloseButton size="sm" aria-label={t('search.clear')} onClick={() => change('')} />
        )
      }
    />
  )
}
