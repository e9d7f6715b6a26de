import type { Insertable, Updateable } from 'kysely'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { DocumentLoaderTable } from './document-store-tables.ts'

type SetByLayer = 'id' | 'workspaceId' | 'storeId' | 'createdAt' | 'updatedAt'
/** What only processing sets. */
type Processed =
  | 'processedSettings'
  | 'contentHash'
  | 'sources'
  | 'generation'
  | 'building'
  | 'edits'
  | 'changes'
  | 'totalChunks'
  | 'totalChars'
  | 'runId'
  | 'claimedAt'

/** A new loader, which comes behind the others of its store. */
export type NewDocumentLoader = Omit<Insertable<DocumentLoaderTable>, SetByLayer | Processed | 'place'> & {
  id?: string | undefined
}

/** What of a loader is changed; what is absent stays. */
export type LoaderPatch = Omit<Updateable<DocumentLoaderTable>, SetByLayer>

/** Writes the loaders of document stores. */
export interface DocumentLoaderWriter {
  insert(storeId: string, loader: NewDocumentLoader): Promise<void>
  update(id: string, patch: LoaderPatch): Promise<void>
  delete(id: string): Promise<void>
}

/** Makes the writer of loaders. */
export function createDocumentLoaderWriter({ db, now, newId }: TenantScope): DocumentLoaderWriter {
  return {
    async insert(storeId, { id = newId(), ...loader }) {
      const { last } = await db
        .selectFrom('documentLoaders')
        .select(({ fn }) => fn.max<number | null>('place').as('last'))
        .where('storeId', '=', storeId)
        .executeTakeFirstOrThrow()
      const at = now()
      const empty = {
        processedSettings: null,
        contentHash: null,
        sources: null,
        building: null,
        runId: null,
        claimedAt: null,
      }
      const zero = { generation: 0, edits: 0, changes: 0, totalChunks: 0, totalChars: 0 }
      const times = { createdAt: at, updatedAt: at }
      await db
        .insertInto('documentLoaders')
        .values({ ...loader, ...empty, ...zero, ...times, id, storeId, place: (last ?? 0) + 1 })
        .execute()
    },
    async update(id, patch) {
      await db
        .updateTable('documentLoaders')
        .set({ ...patch, updatedAt: now() })
        .where('id', '=', id)
        .execute()
    },
    async delete(id) {
      await db.deleteFrom('documentLoaders').where('id', '=', id).execute()
    },
  }
}
