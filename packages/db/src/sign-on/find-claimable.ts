import type { Kysely } from 'kysely'
import { isKnownElsewhere } from '../provisioning/scim-user-store.ts'
import type { DatabaseSchema } from '../schema.ts'

/**
 * The account of an address that waits for its first sign-in: the provisioning of this very organisation made it, it has
 * no password and no passkey, administrates nothing, belongs to no other organisation, is known by no identity yet, and the login method was
 * saved last by an administrator of the organisation, who could have put anybody in that place.
 */
export async function findClaimable(
  db: Kysely<DatabaseSchema>,
  { email, organizationId, loginMethodId }: { email: string; organizationId: string; loginMethodId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .innerJoin('scimUsers', 'scimUsers.userId', 'users.id')
    .innerJoin('loginMethods', 'loginMethods.organizationId', 'scimUsers.organizationId')
    .innerJoin('organizationMembers as setter', (join) =>
      join
        .onRef('setter.organizationId', '=', 'loginMethods.organizationId')
        .onRef('setter.userId', '=', 'loginMethods.updatedBy'),
    )
    .innerJoin('organizationMembers as member', (join) =>
      join
        .onRef('member.organizationId', '=', 'scimUsers.organizationId')
        .onRef('member.userId', '=', 'scimUsers.userId'),
    )
    .leftJoin('identities', 'identities.userId', 'users.id')
    .select('users.id')
    .where('users.email', '=', email)
    .where('users.status', '=', 'active')
    .where('users.passwordHash', 'is', null)
    .where('scimUsers.organizationId', '=', organizationId)
    .where('scimUsers.isMade', '=', true)
    .where('loginMethods.id', '=', loginMethodId)
    .where('setter.isAdmin', '=', true)
    .where('member.isAdmin', '=', false)
    .where('setter.status', '=', 'active')
    .where('identities.userId', 'is', null)
    .executeTakeFirst()
  if (!row || (await isKnownElsewhere(db, { userId: row.id, organizationId }))) return undefined
  return row.id
}
