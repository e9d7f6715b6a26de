import { RunnelError } from '@runnel/contract'
import type { Kysely } from 'kysely'
import type { DatabaseCapabilities } from '../adapters/adapter.ts'
import type { DatabaseSchema } from '../schema.ts'

type Locks = { capabilities: Pick<DatabaseCapabilities, 'rowLocks'> }

/**
 * Keeps a workspace from being deleted until the transaction ends. Whoever writes it into a session calls this first: a
 * session that nobody saw go there would go with the workspace.
 * @throws RunnelError `not_found` when it is deleted, also in the moment
 */
export async function holdWorkspace(
  db: Kysely<DatabaseSchema>,
  { capabilities }: Locks,
  workspaceId: string,
): Promise<void> {
  const live = db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .where('deletedAt', 'is', null)
  const found = await (capabilities.rowLocks ? live.forShare() : live).executeTakeFirst()
  if (!found) throw new RunnelError('not_found', `Workspace ${workspaceId} not found`)
}

/**
 * As `holdWorkspace`, the workspace in which a session is by its refresh token, deleted or not; gives which. Undefined
 * where there are no row locks, since nothing else writes meanwhile, and for a token of nothing.
 */
export async function holdWorkspaceOfSession(
  db: Kysely<DatabaseSchema>,
  { capabilities }: Locks,
  refreshHash: string,
): Promise<string | undefined> {
  if (!capabilities.rowLocks) return undefined
  const held = await db
    .selectFrom('workspaces')
    .innerJoin('sessions', 'sessions.workspaceId', 'workspaces.id')
    .select('workspaces.id')
    .where('sessions.refreshHash', '=', refreshHash)
    .forShare('workspaces')
    .executeTakeFirst()
  return held?.id
}

/** Lets nobody go into a workspace, and waits for who is on the way, until the transaction ends. */
export async function closeWorkspace(
  db: Kysely<DatabaseSchema>,
  { capabilities }: Locks,
  workspaceId: string,
): Promise<void> {
  if (!capabilities.rowLocks) return
  await db.selectFrom('workspaces').select('id').where('id', '=', workspaceId).forUpdate().execute()
}

/** Another workspace of the organisation: its first. */
function findOther(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('workspaces')
    .innerJoin('workspaces as gone', 'gone.organizationId', 'workspaces.organizationId')
    .select('workspaces.id')
    .where('gone.id', '=', workspaceId)
    .where('workspaces.id', '<>', workspaceId)
    .where('workspaces.deletedAt', 'is', null)
    .orderBy('workspaces.createdAt')
    .orderBy('workspaces.id')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Each live session of a workspace goes on in the one that its user joined first of those that stay. One whose user has
 * no other goes on as well, in a workspace that is not theirs: there they may do nothing, and are told that they have
 * none. `closeWorkspace` comes first.
 */
export async function moveSessions(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  at: number,
): Promise<void> {
  const live = await db
    .selectFrom('sessions')
    .select('userId')
    .distinct()
    .where('workspaceId', '=', workspaceId)
    .where('endedAt', 'is', null)
    .execute()
  for (const { userId } of live) {
    const next = await db
      .selectFrom('workspaceMembers')
      .innerJoin('workspaces', 'workspaces.id', 'workspaceMembers.workspaceId')
      .select('workspaces.id')
      .where('workspaceMembers.userId', '=', userId)
      .where('workspaces.id', '<>', workspaceId)
      .where('workspaces.deletedAt', 'is', null)
      .orderBy('workspaceMembers.createdAt')
      .limit(1)
      .executeTakeFirst()
    const to = next ?? (await findOther(db, workspaceId))
    await db
      .updateTable('sessions')
      .set(to ? { workspaceId: to.id } : { endedAt: at })
      .where('userId', '=', userId)
      .where('workspaceId', '=', workspaceId)
      .where('endedAt', 'is', null)
      .execute()
  }
}
