import { RunnelError } from '@runnel/contract'
import { sql } from 'kysely'
import { type Expectation, getChangedRow } from '../tenant/changed-row.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { withoutUndefined } from '../tenant/without-undefined.ts'
import type { CredentialRow } from './credential-reader.ts'

/** A new credential; `sealed` comes from the vault. */
export interface NewCredential {
  id?: string | undefined
  name: string
  credentialName: string
  sealed: string
}

/** A change of a credential; what is absent stays. The type of a credential does not change. */
export interface CredentialPatch {
  name?: string | undefined
  sealed?: string | undefined
}

/** Writes the credentials of one workspace; an unknown id is `not_found`, a stale one `stale_revision`. */
export interface CredentialWriter {
  insert(credential: NewCredential): Promise<CredentialRow>
  update(id: string, patch: CredentialPatch, expectation?: Expectation): Promise<CredentialRow>
  delete(id: string): Promise<void>
}

/** Makes the writer of credentials. */
export function createCredentialWriter({ db, now, newId }: TenantScope): CredentialWriter {
  return {
    async insert({ id = newId(), ...credential }) {
      const at = now()
      return db
        .insertInto('credentials')
        .values({ ...credential, id, revision: 1, createdAt: at, updatedAt: at })
        .returningAll()
        .executeTakeFirstOrThrow()
    },
    async update(id, patch, { expectedRevision } = {}) {
      let query = db
        .updateTable('credentials')
        .set({ ...withoutUndefined(patch), revision: sql`"revision" + 1`, updatedAt: now() })
        .where('id', '=', id)
        .returningAll()
      if (expectedRevision !== undefined) query = query.where('revision', '=', expectedRevision)
      return getChangedRow(await query.executeTakeFirst(), `Credential ${id}`, async () => {
        const current = await db
          .selectFrom('credentials')
          .select('revision')
          .where('id', '=', id)
          .executeTakeFirst()
        return current?.revision
      })
    },
    async delete(id) {
      const deleted = await db.deleteFrom('credentials').where('id', '=', id).executeTakeFirstOrThrow()
      if (deleted.numDeletedRows === 0n) throw new RunnelError('not_found', `Credential ${id} not found`)
    },
  }
}
