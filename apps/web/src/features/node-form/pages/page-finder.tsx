import { Button, Loader } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { useIsShown } from '../../../session/use-viewer.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { addPages, type PageEntry } from './pages-draft.ts'
import type { PageSearch } from './read-page-search.ts'

/** The most that one answer holds. */
const MOST_FOUND = 100

interface PageFinderProps {
  search: PageSearch
  entries: readonly PageEntry[]
  onFound: (addresses: readonly string[]) => void
}

/** Looks for the pages of the site, and says what came of it. */
export function PageFinder({ search, entries, onFound }: PageFinderProps) {
  const { t } = useTranslation('node-form')
  const mayFind = useIsShown({ permission: 'documentStores:preview-process' })
  const { find, stop, outcome } = useFinding(search, { entries, onFound })
  if (!mayFind) return <p className="pages-note">{t('pages.noRight')}</p>
  const limit = search.limit === undefined || search.limit === 0 ? MOST_FOUND : search.limit
  const count = Math.min(limit, MOST_FOUND)
  return (
    <section className="pages-finder" aria-label={t('pages.find')}>
      <p className="pages-note">
        {search.url === '' ? t('pages.noUrl') : t(`pages.from.${search.by}`, { url: search.url, count })}
      </p>
      {find.isPending ? (
        <Button variant="default" leftSection={<Loader size={14} />} onClick={stop}>
          {t('pages.stop')}
        </Button>
      ) : (
        <Button
          variant="light"
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
          disabled={search.url === ''}
          onClick={() => find.mutate(count)}
        >
          {t('pages.find')}
        </Button>
      )}
      <p role="status" className="pages-note">
        {find.isPending ? t('pages.looking') : outcome}
        {find.isPending ? <Elapsed /> : null}
      </p>
      <FailureNote error={find.error} />
    </section>
  )
}

function useFinding(
  { url, by }: PageSearch,
  { entries, onFound }: Pick<PageFinderProps, 'entries' | 'onFound'>,
) {
  const { t } = useTranslation('node-form')
  const running = useRef<AbortController>(null)
  const [outcome, setOutcome] = useState('')
  useEffect(() => () => running.current?.abort(), [])
  const find = useMutation({
    mutationFn: async (limit: number) => {
      setOutcome('')
      const own = new AbortController()
      running.current = own
      try {
        const { links } = await api.fetchLinks(
          { query: { url, relativeLinksMethod: by, limit } },
          { signal: own.signal },
        )
        return links
      } catch (error) {
        if (!own.signal.aborted) throw error
        return undefined
      }
    },
    onSuccess: (links) => {
      if (links === undefined) return setOutcome(t('pages.stopped'))
      const added = addPages(entries, links).length - entries.length
      onFound(links)
      setOutcome(`${t('pages.found', { count: links.length })} ${t('pages.added', { count: added })}`)
    },
  })
  return { find, outcome, stop: () => running.current?.abort() }
}

/** How long one waits by now; nothing that a reader of the page is told each second. */
function Elapsed() {
  const { t } = useTranslation('node-form')
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const ticking = setInterval(() => setSeconds((now) => now + 1), 1_000)
    return () => clearInterval(ticking)
  }, [])
  return <span aria-hidden> {t('pages.seconds', { count: seconds })}</span>
}
