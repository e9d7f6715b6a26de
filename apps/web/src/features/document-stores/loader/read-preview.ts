import { readEventFrames } from '@runnel/client'
import type { PreviewFrame } from '@runnel/contract'
import { api } from '../../../app/api.ts'
import type { LoaderBody } from './loader-draft.ts'

type PreviewEnd = Extract<PreviewFrame, { end: unknown }>['end']

/** What a loader would give, as far as it came. */
export interface ShownPreview {
  chunks: Extract<PreviewFrame, { chunks: unknown }>['chunks']
  /** How many were cut. */
  total: number
  /** Absent until the end came. */
  end?: PreviewEnd
}

interface PreviewCall {
  body: LoaderBody
  count: number
  signal: AbortSignal
}

/** Gives what a loader would give, again with each piece that comes. Throws where the server refuses or breaks off. */
export async function* readPreview({ body, count, signal }: PreviewCall): AsyncGenerator<ShownPreview> {
  const asked = { ...body, previewChunkCount: count, streaming: true }
  const answer = await api.openStream('previewLoader', { body: asked }, { signal })
  let shown: ShownPreview = { chunks: [], total: 0 }
  if (!answer.body) return
  for await (const { data } of readEventFrames(answer.body, signal)) {
    // The server makes the frames of the contract.
    shown = withFrame(shown, JSON.parse(data) as PreviewFrame)
    yield shown
  }
}

function withFrame(shown: ShownPreview, frame: PreviewFrame): ShownPreview {
  if ('error' in frame) throw new Error(frame.error)
  if ('end' in frame) return { ...shown, total: frame.end.totalChunks, end: frame.end }
  return { chunks: [...shown.chunks, ...frame.chunks], total: frame.totalChunks }
}
