import type { DocumentChunkRow } from '@runnel/db'

/** Characters of a document that are shown on each side of a chunk, and of its beginning where that lies further away. */
const AROUND = 8_000
const BEGINNING = 2_000

/** What is needed of a chunk. */
type Chunk = Pick<DocumentChunkRow, 'n' | 'part' | 'text' | 'metadata'>

/** A chunk with what stands around it in its document, each a list of texts in their order. */
export interface SurroundedChunk<Row extends Chunk = Chunk> {
  row: Row
  beginning: string[]
  before: string[]
  after: string[]
}

/**
 * Chunks with their surroundings, a slice at a time: the whole of a short document, of a long one its beginning and what
 * stands near. `list` gives the next slice after a place. Chunks of one document follow each other.
 */
export async function* readSurrounded<Row extends Chunk>(
  list: (after: number) => Promise<Row[]>,
): AsyncGenerator<SurroundedChunk<Row>[]> {
  let last: Row[] = []
  let slice = await list(0)
  let opening: Row | undefined
  while (slice.length > 0) {
    const next = await list(slice.at(-1)?.n ?? 0)
    const rows = [...last, ...slice, ...next]
    const documents = rows.map(documentOf)
    const surrounded: SurroundedChunk<Row>[] = []
    for (const [index, row] of slice.entries()) {
      const at = last.length + index
      if (at === 0 || documents[at] !== documents[at - 1]) opening = row
      surrounded.push(surround(rows, { at, documents, opening: opening ?? row }))
    }
    yield surrounded
    last = slice
    slice = next
  }
}

/** The file, or the page of a website, that a chunk was cut of. */
function documentOf({ part, metadata }: Chunk): string {
  // The layer wrote the JSON of an object.
  const { source } = JSON.parse(metadata) as { source?: unknown }
  return JSON.stringify([part, typeof source === 'string' ? source : null])
}

interface Place<Row extends Chunk> {
  at: number
  documents: readonly string[]
  opening: Row
}

function surround<Row extends Chunk>(
  rows: readonly Row[],
  { at, documents, opening }: Place<Row>,
): SurroundedChunk<Row> {
  const row = rows[at] ?? opening
  const walk = (step: 1 | -1) => {
    const found: Row[] = []
    let room = AROUND
    for (let next = at + step; documents[next] === documents[at]; next += step) {
      const other = rows[next]
      room -= other?.text.length ?? 0
      if (!other || room < 0) break
      found.push(other)
    }
    return found
  }
  const before = walk(-1).toReversed()
  const isSeen = opening === row || before.includes(opening)
  return {
    row,
    beginning: isSeen ? [] : [opening.text.slice(0, BEGINNING)],
    before: before.map(({ text }) => text),
    after: walk(1).map(({ text }) => text),
  }
}
