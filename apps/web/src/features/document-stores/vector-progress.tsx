import { Progress } from '@mantine/core'
import { readRunEvents } from '@runnel/client'
import type { DocumentStore } from '@runnel/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { openEvents } from '../../app/open-events.ts'
import { useIsShown } from '../../session/use-viewer.ts'

/** How many chunks of how many have their vectors, while they are made. Whoever may not follow runs sees nothing. */
export function VectorProgress({ store }: { store: DocumentStore }) {
  const { t } = useTranslation('document-stores')
  const progress = useVectorProgress(store)
  if (progress === undefined || progress.total === 0) return null
  const { done, total } = progress
  const text = t('advice.upserting.progress', { done, count: total })
  return (
    <div className="vector-progress">
      <Progress
        size="sm"
        value={(done / total) * 100}
        aria-label={t('advice.upserting.title')}
        aria-valuetext={text}
      />
      <p className="store-note">{text}</p>
    </div>
  )
}

interface Counted {
  runId: string
  done: number
  total: number
}

/** What the run that makes the vectors of a store tells of itself. */
function useVectorProgress({ id, status, runId }: DocumentStore): Counted | undefined {
  const mayFollow = useIsShown({ permission: 'executions:view' })
  const [counted, setCounted] = useState<Counted>()
  const followed = mayFollow && status === 'UPSERTING' ? runId : null
  useEffect(() => {
    if (followed === null) return
    const gone = new AbortController()
    const { signal } = gone
    const follow = async () => {
      for await (const { event } of readRunEvents({ open: openEvents(api, followed, signal), signal })) {
        if (event.type !== 'work-progressed' || event.what !== 'chunks' || event.subject !== id) continue
        setCounted({ runId: followed, done: event.done, total: event.total })
      }
    }
    // The page goes on without: it asks the server itself how the store stands.
    void follow().catch(() => undefined)
    return () => gone.abort()
  }, [followed, id])
  return counted?.runId === followed ? counted : undefined
}
