import type { SharedItemType } from '@runnel/contract'
import type { DatabaseSchema } from '../schema.ts'
import type { TenantScope } from '../tenant/tenant-scope.ts'
import type { WorkspaceShareTable } from './share-tables.ts'

/** Something of a workspace that can be shared. */
export interface SharedItem {
  kind: SharedItemType
  id: string
}

/** Reads with whom a workspace shares what is its own. */
export interface ShareReader {
  /** The workspaces that may use it, the longest ago first. */
  list(item: SharedItem): Promise<string[]>
}

/** Writes with whom a workspace shares what is its own. */
export interface ShareWriter extends ShareReader {
  /** As `list`, and nobody else changes it until the transaction ends. */
  lock(item: SharedItem): Promise<string[]>
  /** Lets these workspaces use it. @throws RunnelError `not_found` for what is not the workspace's own, or for a workspace that is gone */
  add(item: SharedItem, workspaceIds: readonly string[]): Promise<void>
  /** Takes it back; it is out of their reach at once. */
  remove(item: SharedItem, workspaceIds: readonly string[]): Promise<void>
}

/** Where the rows of each kind lie, and by which column a share names one. */
const KINDS = {
  credential: { table: 'credentials', column: 'credentialId' },
  custom_template: { table: 'customTemplates', column: 'templateId' },
} as const satisfies Record<
  SharedItemType,
  { table: keyof DatabaseSchema; column: keyof WorkspaceShareTable }
>

type NamingColumn = (typeof KINDS)[SharedItemType]['column']
const namesNothing = Object.fromEntries(Object.values(KINDS).map(({ column }) => [column, null])) as Record<
  NamingColumn,
  null
>

/** Makes the reader of shares. */
export function createShareReader(scope: TenantScope): ShareReader {
  return {
    async list({ kind, id }) {
      const rows = await scope.db
        .selectFrom('workspaceShares')
        .select('sharedWith')
        .where(KINDS[kind].column, '=', id)
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
      return rows.map(({ sharedWith }) => sharedWith)
    },
  }
}

/** Makes the writer of shares. */
export function createShareWriter(scope: TenantScope): ShareWriter {
  return {
    ...createShareReader(scope),
    async lock(item) {
      if (scope.capabilities.rowLocks)
        await scope.db
          .selectFrom(KINDS[item.kind].table)
          .select('id')
          .where('id', '=', item.id)
          .forNoKeyUpdate()
          .execute()
      return createShareReader(scope).list(item)
    },
    async add({ kind, id }, workspaceIds) {
      const named = { ...namesNothing, [KINDS[kind].column]: id }
      for (const sharedWith of workspaceIds) {
        const row = { ...named, id: scope.newId(), sharedWith, createdAt: scope.now() }
        await scope.db
          .insertInto('workspaceShares')
          .values(row)
          .onConflict((conflict) => conflict.columns([KINDS[kind].column, 'sharedWith']).doNothing())
          .execute()
      }
    },
    async remove({ kind, id }, workspaceIds) {
      if (workspaceIds.length === 0) return
      await scope.db
        .deleteFrom('workspaceShares')
        .where(KINDS[kind].column, '=', id)
        .where('sharedWith', 'in', workspaceIds)
        .execute()
    },
  }
}
