import type { Hash } from 'node:crypto'
import { inTurn, type JsonObject } from '@runnel/contract'
import type { DocumentLoaderRow } from '@runnel/db'
import type { Component, Document } from '@runnel/node-kit'
import { isSameContent } from './loader-content.ts'
import { CHUNKS_AT_ONCE, type PartWork, type Reading } from './loader-part.ts'
import { readFiles } from './stored-store.ts'

/** Documents that may be what stands already and are not written before that is known. */
const MOST_HELD = 2_000

/** What a loader gives of a part, as it comes; goes into its hash. */
async function* readPart({ call }: PartWork, component: Component, hash: Hash): AsyncGenerator<Document[]> {
  const load = await call.capability(component, 'documentSource')
  for await (const loaded of inTurn(load(component, call))) {
    const documents = loaded.filter(({ pageContent }) => pageContent.trim() !== '')
    for (const { pageContent, metadata } of documents) hash.update(JSON.stringify([pageContent, metadata]))
    yield documents
  }
}

/** What a loader gives of a part, and its hash; what may be what stands already is held back until that is known, while it is little. */
export async function* readFresh(work: PartWork, component: Component, hash: Hash): Reading {
  const { mayStand, loader } = work
  let held: Document[][] | undefined = mayStand ? [] : undefined
  let count = 0
  for await (const documents of readPart(work, component, hash)) {
    count += documents.length
    if (held && count <= MOST_HELD) held.push(documents)
    else {
      if (held) yield* held
      held = undefined
      yield documents
    }
  }
  if (held && isSameContent(loader, [{ hash: hash.copy().digest('hex') }])) return count
  if (held) yield* held
  return 0
}

/** The parts that were read the last time, of files and settings that are those of then. */
export function partsThatStay(loader: DocumentLoaderRow): Set<number> {
  if (loader.generation === 0 || loader.processedSettings !== loader.settings) return new Set()
  const read = readFiles(loader).map(({ error, chunks }) => error === undefined && chunks !== undefined)
  return new Set(read.flatMap((isRead, part) => (isRead ? [part] : [])))
}

/** The chunks of a part as they stand, with what people changed in them. */
export async function* carryPart({ context, workspaceId, loader, part }: PartWork): Reading {
  const { chunks } = context.db.read(workspaceId).documentStores
  const of = { loaderId: loader.id, generation: loader.generation }
  for (let offset = 0; ; offset += CHUNKS_AT_ONCE) {
    const rows = await chunks.list(of, { offset, limit: CHUNKS_AT_ONCE, part })
    // The layer wrote the JSON of an object.
    yield rows.map(({ text, metadata }) => ({
      pageContent: text,
      metadata: JSON.parse(metadata) as JsonObject,
    }))
    if (rows.length < CHUNKS_AT_ONCE) return 0
  }
}
