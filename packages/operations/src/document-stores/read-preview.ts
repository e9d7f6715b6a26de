import { endsTheRun, errorMessage, inTurn } from '@runnel/contract'
import type { CallContext, Component, Document, LoadedPiece } from '@runnel/node-kit'

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
  /** Why the first of them could not be read. */
  fault?: unknown
}

/** What a preview reads of, and until when. */
export interface PreviewReading {
  parts: readonly Component[]
  /** What the parts are called where they are files: of several one that cannot be read is told, and the next one is read. */
  names: readonly string[]
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
  for (const [part, component] of reading.parts.entries()) {
    if (isEnough(found, reading)) return
    const isRead = await readPart(call, found, { ...reading, component }).catch((error: unknown) => {
      if (reading.parts.length === 1 || endsTheRun(error, call.signal)) throw error
      note(found, { name: reading.names[part] ?? component.label, fault: error })
      return true
    })
    if (!isRead) return
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
  for (const { source, fault } of Array.isArray(piece) ? [] : piece.sources)
    if (fault !== undefined) note(found, { name: source.name, fault })
  return fresh
}

function note(found: PreviewFindings, { name, fault }: { name: string; fault: unknown }): void {
  found.fault ??= fault
  if (found.unread.length < MOST_UNREAD) found.unread.push({ name, error: errorMessage(fault) })
}
