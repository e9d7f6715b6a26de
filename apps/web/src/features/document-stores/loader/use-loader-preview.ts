import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type { LoaderBody, LoaderDraft } from './loader-draft.ts'
import { readPreview, type ShownPreview } from './read-preview.ts'

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

/** A preview that was asked for. */
export interface AskedPreview extends Wanted {
  shown?: ShownPreview | undefined
  /** What is shown is still that of the preview before. */
  isOld: boolean
  /** The last whole one of the same documents, cut by other settings. */
  before?: ShownPreview | undefined
  state: 'coming' | 'whole' | 'stopped' | 'failed'
  /** Absent where the answer broke off. */
  error?: unknown
}

/** What a loader would give: when it is asked for, and again after changes that cost no calls outside. */
export function useLoaderPreview(wish: PreviewWish) {
  const { draft, count, isComplete, isCheap } = wish
  const [asked, setAsked] = useState<AskedPreview>()
  const running = useRef<AbortController>(undefined)
  const ask = () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    const wanted = { draft, count, body: wish.body }
    setAsked((last) => begin(last, wanted))
    const change = (news: Partial<AskedPreview>) => {
      if (running.current === controller) setAsked((now) => now && { ...now, ...news })
    }
    void follow({ ...wanted, signal: controller.signal }, change)
  }
  const stop = () => {
    running.current?.abort()
    running.current = undefined
    setAsked((now) => now && { ...now, state: 'stopped' })
  }
  useEffect(() => () => running.current?.abort(), [])
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
  return {
    asked,
    ask,
    stop,
    isFetching: asked?.state === 'coming',
    isOutdated: asked !== undefined && !isSame,
  }
}

/** What is shown until the first piece comes is what was shown before. */
function begin(last: AskedPreview | undefined, wanted: Wanted): AskedPreview {
  const before = last && baselineOf(last, wanted)
  return { ...wanted, shown: last?.shown, isOld: true, before, state: 'coming' }
}

/** What a preview is compared with: the same documents, and as many chunks of them. */
function baselineOf(last: AskedPreview, { draft, count }: Wanted): ShownPreview | undefined {
  if (last.draft.loader !== draft.loader || last.count !== count) return undefined
  const isOther = last.state === 'whole' && last.draft.splitter !== draft.splitter
  return isOther ? last.shown : last.before
}

async function follow(
  wanted: Wanted & { signal: AbortSignal },
  change: (news: Partial<AskedPreview>) => void,
): Promise<void> {
  const { signal } = wanted
  try {
    let isWhole = false
    for await (const shown of readPreview(wanted)) {
      isWhole = shown.end !== undefined
      change({ shown, isOld: false, ...(isWhole && { state: 'whole' }) })
    }
    if (!isWhole && !signal.aborted) change({ state: 'failed' })
  } catch (error) {
    if (!signal.aborted) change({ state: 'failed', error })
  }
}
