import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../../schema.ts'
import type { UserTable } from '../account-tables.ts'

/** Somebody who is to have a row among the accounts. */
export interface NewAccount {
  id: string
  /** In lower case. */
  email: string
  name: string
  passwordHash: string | null
  status: UserTable['status']
  /** Whose placeholder it is; none for an account. */
  organizationId?: string | undefined
}

/** Makes an account, or a placeholder. @throws RunnelError `conflict` for an address that has one */
export async function makeAccount(
  db: Kysely<DatabaseSchema>,
  account: NewAccount,
  at: number,
): Promise<void> {
  const stamp = { createdAt: at, updatedAt: at, lastLoginAt: null }
  await db
    .insertInto('users')
    .values({ ...account, ...stamp })
    .execute()
}
