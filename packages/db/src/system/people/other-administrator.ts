import { refusalOf, tellWhy } from '@runnel/contract'
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { DatabaseSchema } from '../../schema.ts'
import type { SystemScope } from '../system-scope.ts'
import { lockOrganization } from './lock-organization.ts'

type Row = ExpressionBuilder<
  DatabaseSchema,
  'organizationMembers' | 'users' | 'organizations' | 'loginMethods' | 'identities'
>

/** By a login method of the organisation that is in use, and knows them; by none of those that are left out. */
function comesByProvider({ exists, selectFrom }: Row, without: readonly string[]) {
  let identities = selectFrom('identities')
    .innerJoin('loginMethods', 'loginMethods.id', 'identities.loginMethodId')
    .select('identities.userId')
    .whereRef('identities.userId', '=', 'users.id')
    .whereRef('loginMethods.organizationId', '=', 'organizationMembers.organizationId')
    .where('loginMethods.status', '=', 'enable')
  if (without.length > 0) identities = identities.where('loginMethods.id', 'not in', [...without])
  return exists(identities)
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

/** The administrators of an organisation who are let in and have a way to sign in, with no login method that is left out. */
function administratorsWhoCome(
  db: Kysely<DatabaseSchema>,
  organizationId: string,
  without: readonly string[],
) {
  return db
    .selectFrom('organizationMembers')
    .innerJoin('users', 'users.id', 'organizationMembers.userId')
    .innerJoin('organizations', 'organizations.id', 'organizationMembers.organizationId')
    .select('users.id')
    .where('organizationMembers.organizationId', '=', organizationId)
    .where('organizationMembers.isAdmin', '=', true)
    .where('organizationMembers.status', '=', 'active')
    .where('users.status', '=', 'active')
    .where((row) =>
      row.or([hasPasskey(row as Row), comesByPassword(row as Row), comesByProvider(row as Row, without)]),
    )
}

/**
 * Another administrator must be left, who is let in and has a way to sign in: who was made by a provider and never came, or
 * has a password alone where the organisation asks for its sign-on, could help nobody. Wait for `lockOrganization` first.
 * @throws RunnelError `conflict`, whose details name the organisation: who leaves may govern several
 */
export async function assertOtherAdministrator(
  db: Kysely<DatabaseSchema>,
  { organizationId, userId }: { organizationId: string; userId: string },
  reason: 'last_administrator' | 'own_last_administrator',
): Promise<void> {
  const others = administratorsWhoCome(db, organizationId, []).where('users.id', '<>', userId)
  if (await others.limit(1).executeTakeFirst()) return
  const organization = await db
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  throw refusalOf('conflict', tellWhy(reason, { name: organization.name }))
}

/** What changes by which ways people sign in, inside a transaction. */
export interface WaysChange {
  organizationId: string
  /** How many administrators the caller knows to have no way in afterwards. */
  lockedOut: number | undefined
  /** Makes the change; gives the login methods by which nobody who is known can come any more. */
  make(): Promise<readonly string[]>
}

/**
 * Makes a change that may take ways to sign in away: one administrator must keep one, and how many others lose theirs must
 * be said. Whoever had none before does not count.
 * @throws RunnelError `conflict`, with which the change is undone
 */
export async function changeWaysIn(
  { db, capabilities }: Pick<SystemScope, 'capabilities'> & { db: Kysely<DatabaseSchema> },
  { organizationId, lockedOut, make }: WaysChange,
): Promise<void> {
  await lockOrganization(db, { capabilities }, organizationId)
  const before = await administratorsWhoCome(db, organizationId, []).execute()
  const gone = await make()
  const after = (await administratorsWhoCome(db, organizationId, gone).execute()).map(({ id }) => id)
  const count = before.filter(({ id }) => !after.includes(id)).length
  if (count === 0) return
  if (after.length === 0) throw refusalOf('conflict', tellWhy('last_way_in'))
  if (lockedOut !== count) throw refusalOf('conflict', tellWhy('ways_in_lost', { count: String(count) }))
}
