import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { api } from '../../../app/api.ts'
import type { LoaderBody, LoaderDraft } from './loader-draft.ts'

const REST_MS = 700

interface Wanted {
  draft: LoaderDraft
  count: number
  body: LoaderBody
}

interface PreviewWish extends Wanted {
  /** Nothing is lacking. */
  isComplete: boolean
  /** Whether a try costs nothing but time: only then it follows changes of the loader's own params. */
  isCheap: boolean
}

/** What a loader would give: when it is asked for, and again after changes that cost no calls outside. */
export function useLoaderPreview(wish: PreviewWish) {
  const { draft, count, isComplete, isCheap } = wish
  const form = useId()
  const [asked, setAsked] = useState<Wanted & { n: number }>()
  const ask = () => setAsked((before) => ({ draft, count, body: wish.body, n: (before?.n ?? 0) + 1 }))
  const isSame =
    asked !== undefined &&
    asked.count === count &&
    asked.draft.loader === draft.loader &&
    asked.draft.splitter === draft.splitter
  const follows = isComplete && !isSame && (isCheap || asked?.draft.loader === draft.loader)
  const askLater = useDebouncedCallback(ask, REST_MS)
  useEffect(() => {
    if (follows) askLater()
    else askLater.cancel()
  })
  const query = useQuery({
    queryKey: ['loader-preview', form, asked?.n],
    // It is asked for only when something was.
    queryFn: ({ signal }) => {
      const { body, count: previewChunkCount } = asked ?? wish
      return api.previewLoader({ body: { ...body, previewChunkCount } }, { signal })
    },
    enabled: asked !== undefined,
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return { ...query, ask, isAsked: asked !== undefined, isOutdated: asked !== undefined && !isSame }
}
