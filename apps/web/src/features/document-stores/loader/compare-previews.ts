import type { ShownPreview } from './read-preview.ts'

/** What other settings make of the same documents. */
export interface PreviewDifference {
  before: PreviewFigures
  now: PreviewFigures
  /** Places of the chunks whose text was in no chunk before. */
  fresh: ReadonlySet<number>
}

interface PreviewFigures {
  chunks: number
  /** There may be more chunks. */
  isAtLeast: boolean
  /** Of the chunks that are shown, in characters. */
  medianLength: number
}

/** Compares two previews; undefined as long as one of them is not whole. */
export function comparePreviews(
  before: ShownPreview | undefined,
  now: ShownPreview | undefined,
): PreviewDifference | undefined {
  if (!before?.end || !now?.end) return undefined
  const known = new Set(before.chunks.map(({ pageContent }) => pageContent))
  const fresh = now.chunks.flatMap(({ pageContent }, place) => (known.has(pageContent) ? [] : [place]))
  return { before: figuresOf(before), now: figuresOf(now), fresh: new Set(fresh) }
}

function figuresOf({ chunks, total, end }: ShownPreview): PreviewFigures {
  const lengths = chunks.map(({ pageContent }) => pageContent.length).toSorted((a, b) => a - b)
  const middle = lengths.length / 2
  const [low = 0, high = low] = lengths.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return { chunks: total, isAtLeast: end?.isWhole !== true, medianLength: Math.round((low + high) / 2) }
}
