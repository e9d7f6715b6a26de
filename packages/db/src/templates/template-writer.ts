import { RunnelError } from '@runnel/contract'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { CustomTemplateRow } from './template-reader.ts'

/** A new template. */
export type NewCustomTemplate = Omit<CustomTemplateRow, 'id' | 'workspaceId' | 'createdAt' | 'updatedAt'>

/** Writes the templates of one workspace; an unknown id is `not_found`. */
export interface CustomTemplateWriter {
  insert(template: NewCustomTemplate): Promise<CustomTemplateRow>
  delete(id: string): Promise<void>
}

/** Makes the writer of templates. */
export function createCustomTemplateWriter({ db, now, newId }: TenantScope): CustomTemplateWriter {
  return {
    async insert(template) {
      const at = now()
      return db
        .insertInto('customTemplates')
        .values({ ...template, id: newId(), createdAt: at, updatedAt: at })
        .returningAll()
        .executeTakeFirstOrThrow()
    },
    async delete(id) {
      const deleted = await db.deleteFrom('customTemplates').where('id', '=', id).executeTakeFirstOrThrow()
      if (deleted.numDeletedRows === 0n) throw new RunnelError('not_found', `Template ${id} not found`)
    },
  }
}
