import { errorMessage, inTurn } from '@runnel/contract'
import type { CallContext, Component, Document, LoadedPiece, LoadedSource } from '@runnel/node-kit'

/** Sources that could not be read and are named. */
const MOST_UNREAD = 20

/** What a preview found out until now. */
export interface PreviewFindings {
  chunks: Document[]
  /** How many were cut, also those that are not shown. */
  total: number
  /** Nothing is left that was not read. */
  isWhole: boolean
  unread: { name: string; error: string }[]
}

/** What a preview reads of, and until when. */
export interface PreviewReading {
  parts: readonly Component[]
  wanted: number
  /** What was begun costs nothing more, and is read to its end: how many chunks it gives is known then. */
  endsParts: boolean
  /** Is given the chunks that are new, and how many were cut in all. */
  onChunks(chunks: readonly Document[], total: number): Promise<void>
}

/** Reads until there are as many chunks as are shown, and leaves the rest: nothing more is asked of any server. */
export async function readPreview(
  call: CallContext,
  found: PreviewFindings,
  reading: PreviewReading,
): Promise<void> {
  for (const component of reading.parts) {
    if (isEnough(found, reading)) return
    if (!(await readPart(call, found, { ...reading, component }))) return
  }
  found.isWhole = true
}

/** None are wanted where they are only counted. */
const isEnough = ({ chunks }: PreviewFindings, { wanted }: PreviewReading) =>
  wanted > 0 && chunks.length >= wanted

/** Gives whether a part was read to its end. */
async function readPart(
  call: CallContext,
  found: PreviewFindings,
  reading: PreviewReading & { component: Component },
): Promise<boolean> {
  const { component, wanted, endsParts, onChunks } = reading
  const load = await call.capability(component, 'documentSource')
  for await (const piece of inTurn<LoadedPiece>(load(component, call))) {
    const fresh = takePiece(found, piece, wanted)
    if (fresh.length > 0) await onChunks(fresh, found.total)
    const mayBeLeft = !endsParts || !Array.isArray(piece)
    if (mayBeLeft && isEnough(found, reading)) return false
  }
  return true
}

/** Notes what came; gives the chunks of it that are shown. */
function takePiece(found: PreviewFindings, piece: LoadedPiece, wanted: number): Document[] {
  const documents = Array.isArray(piece) ? piece : piece.sources.flatMap((source) => source.documents)
  const fresh = documents.slice(0, wanted - found.chunks.length)
  found.total += documents.length
  found.chunks.push(...fresh)
  if (!Array.isArray(piece)) noteUnread(found, piece.sources)
  return fresh
}

function noteUnread({ unread }: PreviewFindings, sources: readonly LoadedSource[]): void {
  for (const { source, fault } of sources)
    if (fault !== undefined && unread.length < MOST_UNREAD)
      unread.push({ name: source.name, error: errorMessage(fault) })
}
