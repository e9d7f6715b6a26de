import { refusalOf, tellWhy } from '@runnel/contract'
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { DatabaseSchema } from '../../schema.ts'

type Row = ExpressionBuilder<
  DatabaseSchema,
  'organizationMembers' | 'users' | 'organizations' | 'loginMethods' | 'identities'
>

/** By a login method of the organisation that is in use, and knows them. */
function comesByProvider({ exists, selectFrom }: Row) {
  return exists(
    selectFrom('identities')
      .innerJoin('loginMethods', 'loginMethods.id', 'identities.loginMethodId')
      .select('identities.userId')
      .whereRef('identities.userId', '=', 'users.id')
      .whereRef('loginMethods.organizationId', '=', 'organizationMembers.organizationId')
      .where('loginMethods.status', '=', 'enable'),
  )
}

const hasPasskey = ({ exists, selectFrom }: Row) =>
  exists(selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.userId', '=', 'users.id'))

const hasApp = ({ exists, selectFrom }: Row) =>
  exists(
    selectFrom('secondFactors')
      .select('secondFactors.userId')
      .whereRef('secondFactors.userId', '=', 'users.id')
      .where('secondFactors.confirmedAt', 'is not', null),
  )

/** By a password, where the organisation lets passwords in, else with a second factor as well. */
function comesByPassword(row: Row) {
  const { and, or } = row
  return and([
    row('users.passwordHash', 'is not', null),
    or([row('organizations.requiresSignOn', '=', false), hasApp(row)]),
  ])
}

/**
 * Another administrator must be left, who is let in and has a way to sign in: who was made by a provider and never came, or
 * has a password alone where the organisation asks for its sign-on, could help nobody. Wait for `lockOrganization` first.
 * @throws RunnelError `conflict`
 */
export async function assertOtherAdministrator(
  db: Kysely<DatabaseSchema>,
  { organizationId, userId }: { organizationId: string; userId: string },
  reason: 'last_administrator' | 'own_last_administrator',
): Promise<void> {
  const other = await db
    .selectFrom('organizationMembers')
    .innerJoin('users', 'users.id', 'organizationMembers.userId')
    .innerJoin('organizations', 'organizations.id', 'organizationMembers.organizationId')
    .select('users.id')
    .where('organizationMembers.organizationId', '=', organizationId)
    .where('organizationMembers.isAdmin', '=', true)
    .where('organizationMembers.status', '=', 'active')
    .where('users.status', '=', 'active')
    .where('users.id', '<>', userId)
    .where((row) =>
      row.or([hasPasskey(row as Row), comesByPassword(row as Row), comesByProvider(row as Row)]),
    )
    .limit(1)
    .executeTakeFirst()
  if (!other) throw refusalOf('conflict', tellWhy(reason))
}
