import { RunnelError } from '@runnel/contract'
import { sql } from 'kysely'
import { type Expectation, getChangedRow } from '../tenant/changed-row.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import { withoutUndefined } from '../tenant/without-undefined.ts'
import type { VariableRow } from './variable-reader.ts'

/** A new variable. */
export interface NewVariable {
  id?: string | undefined
  name: string
  value?: string | null | undefined
  type: VariableRow['type']
}

/** A change of a variable; what is absent stays. */
export interface VariablePatch {
  name?: string | undefined
  value?: string | null | undefined
  type?: VariableRow['type'] | undefined
}

/**
 * Writes the variables of one workspace; an unknown id is `not_found`, a stale one `stale_revision`, a name that another
 * variable has `conflict`.
 */
export interface VariableWriter {
  insert(variable: NewVariable): Promise<VariableRow>
  update(id: string, patch: VariablePatch, expectation?: Expectation): Promise<VariableRow>
  delete(id: string): Promise<void>
}

/** Makes the writer of variables. */
export function createVariableWriter({ db, now, newId }: TenantScope): VariableWriter {
  return {
    async insert({ id = newId(), value = null, ...variable }) {
      await refuseTakenName(db, id, variable.name)
      const at = now()
      return db
        .insertInto('variables')
        .values({ ...variable, id, value, revision: 1, createdAt: at, updatedAt: at })
        .returningAll()
        .executeTakeFirstOrThrow()
    },
    async update(id, patch, { expectedRevision } = {}) {
      if (patch.name !== undefined) await refuseTakenName(db, id, patch.name)
      let query = db
        .updateTable('variables')
        .set({ ...withoutUndefined(patch), revision: sql`"revision" + 1`, updatedAt: now() })
        .where('id', '=', id)
        .returningAll()
      if (expectedRevision !== undefined) query = query.where('revision', '=', expectedRevision)
      return getChangedRow(await query.executeTakeFirst(), `Variable ${id}`, async () => {
        const current = await db
          .selectFrom('variables')
          .select('revision')
          .where('id', '=', id)
          .executeTakeFirst()
        return current?.revision
      })
    },
    async delete(id) {
      const deleted = await db.deleteFrom('variables').where('id', '=', id).executeTakeFirstOrThrow()
      if (deleted.numDeletedRows === 0n) throw new RunnelError('not_found', `Variable ${id} not found`)
    },
  }
}

/** A text that names a variable means one: of two with one name nobody could say which. */
async function refuseTakenName(db: TenantScope['db'], id: string, name: string): Promise<void> {
  const other = await db
    .selectFrom('variables')
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  if (!other) return
  const message = `There is a variable “${name}” already. Change that one, or choose another name.`
  throw new RunnelError('conflict', message, { issues: [{ path: 'name', message }] })
}
