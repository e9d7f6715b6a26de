import type { DocumentLoaderRow } from '@runnel/db'
import type { CallContext, Document } from '@runnel/node-kit'
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
}

/** Batches of a part; in the end how many documents were not given, as they stand already. */
export type Reading = AsyncGenerator<Document[], number>
