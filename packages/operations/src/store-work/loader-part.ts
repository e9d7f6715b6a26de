import type { DocumentLoaderRow } from '@runnel/db'
import type { CallContext, Document } from '@runnel/node-kit'
import type { SourceCount, StoredSources } from './loaded-sources.ts'
import type { SourceLedger } from './source-ledger.ts'
import type { StoreWork } from './store-job.ts'
import type { Building } from './stored-store.ts'

/** Chunks that are read or written in one transaction. */
export const CHUNKS_AT_ONCE = 500

/** A part of a loader, such as one of its files, that is read and written. */
export interface PartWork extends StoreWork {
  call: CallContext
  loader: DocumentLoaderRow
  building: Building
  part: number
  /** What is read now may be all that stands already. */
  mayStand: boolean
  /** Sources whose chunks stand as long as their version does. */
  ledger?: SourceLedger | undefined
}

/** What is known of a part when it is read. */
export interface ReadEnd {
  /** Documents that were not given, as they stand already. */
  standing: number
  /** What came of its sources, where it has many. */
  sources?: StoredSources | undefined
  /** Which of them can be known by their versions the next time. */
  ledger?: SourceLedger
}

/** Some documents of a part, and how many of its sources were read with them. */
export interface Batch {
  documents: readonly Document[]
  sources?: SourceCount | undefined
}

/** Batches of a part, and in the end what is known of it. */
export type Reading = AsyncGenerator<Batch, ReadEnd>
