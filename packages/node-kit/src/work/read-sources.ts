import { endsTheRun, isRunnelError, RunnelError } from '@runnel/contract'
import type { CallContext } from '../call-context.ts'
import type { Document, LoadedPiece, LoadedSource, SourceChoice, SourceName } from '../document.ts'

/** Faults of a server. When so many come in a row it is not asked about the sources that are left. */
const OF_SERVERS = ['upstream_error', 'timeout']
const MOST_IN_A_ROW = 20

/** The documents of a piece. @throws the fault of a source, with its name; one that may be missing is left out */
export function documentsOf(piece: LoadedPiece): Document[] {
  if (Array.isArray(piece)) return piece
  return piece.sources.flatMap(({ documents, fault, source, mayBeMissing }) => {
    if (fault === undefined || mayBeMissing === true) return documents
    throw withName(fault, source)
  })
}

function withName(fault: unknown, { name }: SourceName): unknown {
  if (!isRunnelError(fault) || fault.message.includes(name)) return fault
  return new RunnelError(fault.code, `${name}: ${fault.message}`, { cause: fault })
}

/** How sources are read. */
interface SourceReader<Item> {
  call: CallContext
  /** Which of them; all where it is absent. */
  choice?: SourceChoice | undefined
  sourceOf(item: Item): SourceName
  /** Asks for what the list does not say of it, before it is known whether it is read. */
  describe?(item: Item, call: CallContext): Promise<Item>
  read(item: Item, call: CallContext): Promise<Document[]>
  /** So many are handed on together, some of them read at once. */
  together?: number
  concurrency?: number
  /** A flow does without those that cannot be read. */
  mayBeMissing?: boolean
}

/**
 * Reads sources one after the other, but for those whose version stands. One that cannot be read is told with its fault, and the next one is read. Of a server
 * that refuses again and again the last fault is that of all that are left.
 * @throws what ends the run
 */
export async function* readSources<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  reader: SourceReader<Item>,
): AsyncGenerator<LoadedPiece> {
  const { call, choice, sourceOf, together = 1, concurrency = 1 } = reader
  const of = choice?.only?.size ?? (Array.isArray(items) ? items.length : undefined)
  const refusals = countRefusals()
  for await (const batch of inBatches(items, { first: concurrency, most: together })) {
    call.signal.throwIfAborted()
    const wanted = batch.filter((item) => choice?.only === undefined || choice.only.has(sourceOf(item).id))
    const fault = refusals.last()
    const sources =
      fault !== undefined
        ? wanted.map((item) => standing(reader, item) ?? failed(reader, item, fault))
        : wanted.length === 1 && wanted[0] !== undefined
          ? [await readOne(reader, wanted[0], call)]
          : await call.each(wanted, (item, inner) => readOne(reader, item, inner), { concurrency })
    refusals.count(sources)
    if (sources.length > 0) yield { sources, ...(of !== undefined && { of }) }
  }
}

async function readOne<Item>(
  reader: SourceReader<Item>,
  item: Item,
  call: CallContext,
): Promise<LoadedSource> {
  let known = item
  try {
    if (reader.describe) known = await reader.describe(item, call)
    const stands = standing(reader, known)
    return stands ?? { source: reader.sourceOf(known), documents: await reader.read(known, call) }
  } catch (error) {
    if (endsTheRun(error, call.signal)) throw error
    return failed(reader, known, error)
  }
}

/** A source whose version stands; undefined for one that must be read. */
function standing<Item>({ sourceOf, choice }: SourceReader<Item>, item: Item): LoadedSource | undefined {
  const source = sourceOf(item)
  const isKnown = source.version !== undefined && choice?.standing?.get(source.id) === source.version
  return isKnown ? { source, documents: [], stands: true } : undefined
}

function failed<Item>(
  { sourceOf, mayBeMissing }: SourceReader<Item>,
  item: Item,
  fault: unknown,
): LoadedSource {
  return { source: sourceOf(item), documents: [], fault, ...(mayBeMissing && { mayBeMissing }) }
}

function countRefusals() {
  let inARow: unknown[] = []
  return {
    count(sources: readonly LoadedSource[]): void {
      for (const { fault } of sources)
        inARow =
          isRunnelError(fault) && OF_SERVERS.includes(fault.code)
            ? [...inARow, fault].slice(-MOST_IN_A_ROW)
            : []
    },
    /** The fault of those that are left; undefined as long as the server is asked. */
    last: () => (inARow.length < MOST_IN_A_ROW ? undefined : inARow.at(-1)),
  }
}

/** Batches that grow: whoever looks at the first documents alone has them soon. */
async function* inBatches<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { first, most }: { first: number; most: number },
): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  let size = Math.min(first, most)
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
    size = Math.min(size * 2, most)
  }
  if (batch.length > 0) yield batch
}
