import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../../schema.ts'
import type { UserRow } from '../account-store.ts'

/** An address in lower case, as one organisation asks for it. */
export interface KnownAddress {
  organizationId: string
  email: string
}

/**
 * Who has an address in an organisation: the account of a member first, else who is invited there. Accounts of others
 * are looked for as what is not there.
 */
export function findPerson(
  db: Kysely<DatabaseSchema>,
  { organizationId, email }: KnownAddress,
): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('organizationMembers', 'organizationMembers.userId', 'users.id')
    .selectAll('users')
    .where('users.email', '=', email)
    .where('organizationMembers.organizationId', '=', organizationId)
    .orderBy('users.organizationId', (order) => order.asc().nullsFirst())
    .limit(1)
    .executeTakeFirst()
}

/** Whether an address has an account, or is that of somebody whom this organisation invited. */
export async function isAddressTaken(
  db: Kysely<DatabaseSchema>,
  { organizationId, email }: KnownAddress,
): Promise<boolean> {
  const known = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where(({ or, eb }) => or([eb('organizationId', 'is', null), eb('organizationId', '=', organizationId)]))
    .limit(1)
    .executeTakeFirst()
  return known !== undefined
}
