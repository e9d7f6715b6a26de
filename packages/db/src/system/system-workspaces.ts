import { RunnelError, refusalOf, tellWhy, type WorkspaceContents } from '@runnel/contract'
import type { Kysely } from 'kysely'
import type { DatabaseCapabilities } from '../adapters/adapter.ts'
import { appendEntries } from '../audit/append-entries.ts'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import { eraseContents } from '../document-stores/erase-contents.ts'
import { type AskAgain, askAgain } from '../organizations/rights-inside.ts'
import type { DatabaseSchema } from '../schema.ts'
import { erasePart } from '../vectors/erase-part.ts'
import { closeWorkspace, moveSessions } from './active-workspace.ts'
import { countContents } from './count-contents.ts'
import { lockOrganization } from './people/lock-organization.ts'
import type { SystemScope } from './system-scope.ts'

/** A deleted workspace whose rows are still being taken away; `deletedAt` in milliseconds since 1970. */
interface ErasingWorkspace {
  id: string
  name: string
  deletedAt: number
  contents: WorkspaceContents
}

/** Ends workspaces: what is in one is gone at once for everybody, and is taken away in slices. */
export interface SystemWorkspaces {
  /**
   * Deletes the workspace for everybody: its people, keys and flows are out at once, and their sessions go on in another
   * workspace of theirs, and without one they are told so. The last workspace of an organisation stays: `conflict`. The entry goes to the audit log
   * of the organisation. `askAgain`: what it is allowed by.
   */
  delete(
    workspace: { organizationId: string; workspaceId: string },
    entry: NewAuditEntry,
    askAgain?: AskAgain,
  ): Promise<void>
  /** What a workspace holds, as far as it is counted. */
  countContents(workspaceId: string): Promise<WorkspaceContents>
  /** Deleted workspaces of an organisation that are still there, longest ago first, with what is left in them. */
  listErasing(organizationId: string, limit: number): Promise<ErasingWorkspace[]>
  /** Ids of deleted workspaces that are still there, longest ago first. */
  listDeleted(limit: number): Promise<string[]>
  /** Some of the flows that are left in a deleted workspace. */
  listFlows(workspaceId: string, slice: { after: string; limit: number }): Promise<string[]>
  /** Some of the files that are left in a deleted workspace. */
  listFiles(workspaceId: string, limit: number): Promise<string[]>
  /**
   * Takes one slice of what is left in a deleted workspace without flows and files, and the workspace with the last
   * one. False when nothing is left; a workspace that was not deleted stays as it is.
   */
  eraseSlice(workspaceId: string): Promise<boolean>
}

/** Tables that may hold many rows and hang on no flow. What is not named goes with the workspace itself (`erased-tables.test.ts`). */
export const WORKSPACE_SLICES = [
  { table: 'runs', limit: 15 },
  { table: 'chatMessages', limit: 200 },
  { table: 'upsertHistory', limit: 100 },
] as const
const VECTORS_AT_ONCE = 500

/** Makes the store that ends workspaces. */
export function createSystemWorkspaces({
  reader,
  longReader,
  write,
  capabilities,
  now,
  newId,
}: SystemScope): SystemWorkspaces {
  const someOf = async (
    table: 'flows' | 'files',
    workspaceId: string,
    { after, limit }: { after: string; limit: number },
  ) => {
    const rows = await reader()
      .selectFrom(table)
      .innerJoin('workspaces', 'workspaces.id', `${table}.workspaceId`)
      .where('workspaces.deletedAt', 'is not', null)
      .where(`${table}.workspaceId`, '=', workspaceId)
      .where(`${table}.id`, '>', after)
      .select(`${table}.id as id`)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  }
  return {
    delete: ({ organizationId, workspaceId }, entry, ask) =>
      write(async (db) => {
        await lockOrganization(db, { capabilities }, organizationId)
        await askAgain(db, { organizationId, capabilities, now, newId }, ask)
        await assertMayGo(db, { organizationId, workspaceId })
        await closeWorkspace(db, { capabilities }, workspaceId)
        await moveSessions(db, workspaceId, now())
        for (const table of ['workspaceMembers', 'apiKeys'] as const)
          await db.deleteFrom(table).where('workspaceId', '=', workspaceId).execute()
        await endShares(db, workspaceId)
        const deletedAt = now()
        await db.updateTable('workspaces').set({ deletedAt }).where('id', '=', workspaceId).execute()
        await db
          .updateTable('flows')
          .set({ deletedAt })
          .where('workspaceId', '=', workspaceId)
          .where('deletedAt', 'is', null)
          .execute()
        await keepAuditEntries(db, { organizationId, workspaceId })
        await appendEntries({ newId, now: () => deletedAt }, db, { organizationId, entries: [entry] })
      }),
    countContents: (workspaceId) => countContents(longReader(), workspaceId),
    listErasing: (organizationId, limit) => listErasing(longReader(), organizationId, limit),
    async listDeleted(limit) {
      const rows = await reader()
        .selectFrom('workspaces')
        .select('id')
        .where('deletedAt', 'is not', null)
        .orderBy('deletedAt')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
    listFlows: (workspaceId, slice) => someOf('flows', workspaceId, slice),
    listFiles: (workspaceId, limit) => someOf('files', workspaceId, { after: '', limit }),
    eraseSlice: (workspaceId) =>
      write(async (db) => {
        if (await eraseSlice(db, workspaceId)) return true
        await eraseRest(db, { capabilities, workspaceId, at: now() })
        return false
      }),
  }
}

async function listErasing(
  db: Kysely<DatabaseSchema>,
  organizationId: string,
  limit: number,
): Promise<ErasingWorkspace[]> {
  const rows = await db
    .selectFrom('workspaces')
    .select(['id', 'name', 'deletedAt'])
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is not', null)
    .orderBy('deletedAt')
    .limit(limit)
    .execute()
  return Promise.all(
    rows.map(async ({ id, name, deletedAt }) => ({
      ...{ id, name, deletedAt: deletedAt ?? 0 },
      contents: await countContents(db, id, { withDeleted: true }),
    })),
  )
}

async function assertMayGo(
  db: Kysely<DatabaseSchema>,
  { organizationId, workspaceId }: { organizationId: string; workspaceId: string },
): Promise<void> {
  const live = db
    .selectFrom('workspaces')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
  const found = await live.where('id', '=', workspaceId).executeTakeFirst()
  if (!found) throw new RunnelError('not_found', `Workspace ${workspaceId} not found`)
  const other = await live.where('id', '<>', workspaceId).limit(1).executeTakeFirst()
  if (other) return
  throw refusalOf('conflict', tellWhy('only_workspace'))
}

/** Whose an entry is that stands in no chain yet is told by its workspace: with the workspace that would be lost. */
async function keepAuditEntries(
  db: Kysely<DatabaseSchema>,
  { organizationId, workspaceId }: { organizationId: string; workspaceId: string },
): Promise<void> {
  await db
    .updateTable('auditEntries')
    .set({ organizationId })
    .where('workspaceId', '=', workspaceId)
    .where('organizationId', 'is', null)
    .where('hash', 'is', null)
    .execute()
}

/** What it shared is out of reach for others, and what others shared with it is theirs alone again. */
async function endShares(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<void> {
  for (const end of ['workspaceId', 'sharedWith'] as const)
    await db.deleteFrom('workspaceShares').where(end, '=', workspaceId).execute()
}

async function eraseSlice(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<boolean> {
  const workspace = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .where('deletedAt', 'is not', null)
    .executeTakeFirst()
  if (!workspace) return false
  for (const { table, limit } of WORKSPACE_SLICES) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('workspaceId', '=', workspaceId)
      .limit(limit)
      .execute()
    if (rows.length === 0) continue
    const ids = rows.map(({ id }) => id)
    await db.deleteFrom(table).where('id', 'in', ids).execute()
    return true
  }
  // They are named by who called and what they said, and hold what was answered.
  await db.deleteFrom('idempotencyKeys').where('workspaceId', '=', workspaceId).execute()
  return (await eraseVectors(db, workspaceId)) || eraseStores(db, workspaceId)
}

/** The workspace itself. Who came in from another that went in the same moment goes on. */
async function eraseRest(
  db: Kysely<DatabaseSchema>,
  { capabilities, workspaceId, at }: { capabilities: DatabaseCapabilities; workspaceId: string; at: number },
): Promise<void> {
  const gone = db.selectFrom('workspaces').select('id').where('deletedAt', 'is not', null)
  if (!(await gone.where('id', '=', workspaceId).executeTakeFirst())) return
  await closeWorkspace(db, { capabilities }, workspaceId)
  await moveSessions(db, workspaceId, at)
  await db.deleteFrom('workspaces').where('id', '=', workspaceId).execute()
}

async function eraseStores(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<boolean> {
  const store = await db
    .selectFrom('documentStores')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .limit(1)
    .executeTakeFirst()
  if (!store) return false
  if (await eraseContents(db, store.id)) return true
  await db.deleteFrom('documentStores').where('id', '=', store.id).execute()
  return true
}

async function eraseVectors(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<boolean> {
  const collection = await db
    .selectFrom('vectorCollections')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .limit(1)
    .executeTakeFirst()
  if (!collection) return false
  if (await erasePart(db, collection.id)) return true
  const some = await db
    .selectFrom('vectorEntries')
    .select('n')
    .where('collectionId', '=', collection.id)
    .limit(VECTORS_AT_ONCE)
    .execute()
  if (some.length === 0) {
    await db.deleteFrom('vectorCollections').where('id', '=', collection.id).execute()
    return true
  }
  await db
    .deleteFrom('vectorEntries')
    .where('collectionId', '=', collection.id)
    .where(
      'n',
      'in',
      some.map(({ n }) => n),
    )
    .execute()
  return true
}
