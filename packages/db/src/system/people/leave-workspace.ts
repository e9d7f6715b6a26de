import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../../schema.ts'

/** Takes people out of a workspace, with the keys that they made there; with `isByGroup` only out of places that groups gave. */
export async function leaveWorkspace(
  db: Kysely<DatabaseSchema>,
  {
    organizationId,
    workspaceId,
    userIds,
    isByGroup,
  }: { organizationId: string; workspaceId: string; userIds: readonly string[]; isByGroup?: true },
): Promise<void> {
  let places = db
    .deleteFrom('workspaceMembers')
    .where('organizationId', '=', organizationId)
    .where('workspaceId', '=', workspaceId)
    .where('userId', 'in', [...userIds])
  if (isByGroup) places = places.where('isByGroup', '=', true)
  await places.execute()
  await db
    .deleteFrom('apiKeys')
    .where('workspaceId', '=', workspaceId)
    .where('createdBy', 'in', [...userIds])
    .execute()
}
