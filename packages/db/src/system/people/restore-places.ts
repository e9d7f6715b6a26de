import type { Kysely } from 'kysely'
import { appendEntries } from '../../audit/append-entries.ts'
import type { NewAuditEntry } from '../../audit/audit-writer.ts'
import type { DatabaseSchema } from '../../schema.ts'
import type { SystemScope } from '../system-scope.ts'
import { givePlaces } from './give-place.ts'
import { lockOrganization } from './lock-organization.ts'

/** The organisations that somebody administers, with no place in any workspace of it. */
function findUnplaced(db: Kysely<DatabaseSchema>, userId: string) {
  return db
    .selectFrom('organizationMembers')
    .select('organizationMembers.organizationId')
    .where('organizationMembers.userId', '=', userId)
    .where('organizationMembers.isAdmin', '=', true)
    .where('organizationMembers.status', '=', 'active')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('workspaceMembers')
            .innerJoin('workspaces', 'workspaces.id', 'workspaceMembers.workspaceId')
            .select('workspaceMembers.userId')
            .where('workspaces.deletedAt', 'is', null)
            .whereRef('workspaceMembers.userId', '=', 'organizationMembers.userId')
            .whereRef('workspaceMembers.organizationId', '=', 'organizationMembers.organizationId'),
        ),
      ),
    )
    .orderBy('organizationMembers.organizationId')
    .execute()
}

type DescribeRestored = (workspace: { name: string }) => NewAuditEntry

/** As `AccountStore.restoreAdministratorPlaces`. */
export async function restoreAdministratorPlaces(
  scope: SystemScope,
  userId: string,
  entry: DescribeRestored,
): Promise<void> {
  // A sign-in writes only where there is something to give.
  if ((await findUnplaced(scope.reader(), userId)).length === 0) return
  await scope.write((db) => restorePlaces({ ...scope, db }, userId, entry))
}

async function restorePlaces(
  { db, capabilities, now, newId }: SystemScope & { db: Kysely<DatabaseSchema> },
  userId: string,
  entry: DescribeRestored,
): Promise<void> {
  for (const { organizationId } of await findUnplaced(db, userId))
    await lockOrganization(db, { capabilities }, organizationId)
  // Once more: who was barred, or given a place, while this waited gets none.
  for (const { organizationId } of await findUnplaced(db, userId)) {
    const place = await db
      .selectFrom('workspaces')
      .innerJoin('roles', 'roles.organizationId', 'workspaces.organizationId')
      .select(['workspaces.id as workspaceId', 'workspaces.name', 'roles.id as roleId'])
      .where('workspaces.organizationId', '=', organizationId)
      .where('workspaces.deletedAt', 'is', null)
      .where('roles.builtIn', '=', 'owner')
      .orderBy('workspaces.createdAt')
      .orderBy('workspaces.id')
      .limit(1)
      .executeTakeFirst()
    if (!place) continue
    const { workspaceId, name, roleId } = place
    const given = { workspaceId, organizationId, userId, roleId, createdAt: now() }
    await givePlaces(db, { capabilities }, [given])
    await appendEntries({ newId, now }, db, { organizationId, entries: [entry({ name })] })
  }
}
