import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../schema.ts'

/** Notes that somebody came to the organisation of a workspace: it knows nothing of when they came to others. */
export async function noteEntry(
  db: Kysely<DatabaseSchema>,
  { userId, workspaceId, lastLoginAt }: { userId: string; workspaceId: string; lastLoginAt: number },
): Promise<void> {
  await db
    .updateTable('organizationMembers')
    .set({ lastLoginAt })
    .where('userId', '=', userId)
    .where('organizationId', '=', ({ selectFrom }) =>
      selectFrom('workspaces').select('organizationId').where('id', '=', workspaceId),
    )
    .execute()
}
