import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../../schema.ts'
import type { OrganizationMemberTable } from '../account-tables.ts'

/** Somebody who is to be a member of an organisation: a plain one who is let in, unless said otherwise. */
export interface NewMembership {
  organizationId: string
  userId: string
  /** Milliseconds since 1970. */
  createdAt: number
  isAdmin?: boolean
  status?: OrganizationMemberTable['status']
  /** As the column of that name. */
  signOnOrganizationId?: string | null
}

const insertMembership = (db: Kysely<DatabaseSchema>, membership: NewMembership) =>
  db
    .insertInto('organizationMembers')
    .values({ isAdmin: false, status: 'active', signOnOrganizationId: null, ...membership })

/** Makes somebody a member of an organisation. @throws RunnelError `conflict` for who is one */
export async function joinOrganization(db: Kysely<DatabaseSchema>, membership: NewMembership): Promise<void> {
  await insertMembership(db, membership).execute()
}

/** As `joinOrganization`; who is a member stays as they are. */
export async function joinUnlessMember(db: Kysely<DatabaseSchema>, membership: NewMembership): Promise<void> {
  await insertMembership(db, membership)
    .onConflict((conflict) => conflict.columns(['organizationId', 'userId']).doNothing())
    .execute()
}
