import { isRunnelError, RunnelError } from '@runnel/contract'
import { type Kysely, type Selectable, sql } from 'kysely'
import { appendEntries } from '../audit/append-entries.ts'
import type { NewAuditEntry } from '../audit/audit-writer.ts'
import type { NewFlow, NewFlowVersion } from '../flows/flow-rows.ts'
import { insertFlow } from '../flows/flow-writer.ts'
import { insertBuiltInRoles } from '../organizations/role-rows.ts'
import type { DatabaseSchema } from '../schema.ts'
import { holdToTenant, prepareRead } from '../tenant/tenant-scope.ts'
import type { UserTable } from './account-tables.ts'
import { noteEntry } from './note-entry.ts'
import { givePlaces } from './people/give-place.ts'
import { joinOrganization } from './people/join-organization.ts'
import { makeAccount } from './people/make-account.ts'
import { restoreAdministratorPlaces } from './people/restore-places.ts'
import type { SystemScope } from './system-scope.ts'

export type UserRow = Selectable<UserTable>

/** A flow that is in a workspace from its beginning. */
export interface FirstFlow {
  flow: NewFlow
  version: NewFlowVersion
}

/** What the first registration makes; ids may be given. */
export interface FirstAdministrator {
  organization: { id?: string | undefined; name: string }
  workspace: { id?: string | undefined; name: string; description?: string | null | undefined }
  /** The built-in role of the owner, which the user gets. */
  role?: { id?: string | undefined } | undefined
  user: { id?: string | undefined; email: string; name: string; passwordHash: string }
  /** What the audit log of the new organisation begins with. */
  entry?: NewAuditEntry | undefined
  /** What stands in the workspace, in the order in which it was made; nothing when absent. */
  flows?: readonly FirstFlow[] | undefined
}

/** The ids of what the first registration made. */
export interface FirstAdministratorIds {
  organizationId: string
  workspaceId: string
  roleId: string
  userId: string
}

/** A workspace to which a user belongs, and its organisation, by their ids. */
export interface MembershipIds {
  organizationId: string
  workspaceId: string
}

/** An organisation that a user may enter, and what it asks of the way in. */
export interface EnteredOrganization {
  organizationId: string
  isAdmin: boolean
  /** The organisation lets people in by its own login methods alone. */
  requiresSignOn: boolean
  /** Another organisation by whose provider the person comes here, too. */
  signOnOrganizationId: string | null
}

/** A workspace that a user may enter. */
export type EnteredPlace = EnteredOrganization & MembershipIds

/** Accounts. E-mail addresses are compared in lower case. */
export interface AccountStore {
  countUsers(): Promise<number>
  /** Makes organisation, workspace, role and user at once. Throws `already_set_up` when there is a user. */
  createFirstAdministrator(first: FirstAdministrator): Promise<FirstAdministratorIds>
  /** The account of an address; who was only invited has none. */
  findUserByEmail(email: string): Promise<UserRow | undefined>
  /** As `findUserByEmail`, by one statement for all; `isInvited` where there is none, and somebody invited that address. */
  findForSignIn(email: string): Promise<{ user: UserRow | undefined; isInvited: boolean }>
  findUser(id: string): Promise<UserRow | undefined>
  /** The workspaces that a user may enter, in the order of joining; what they are stands in their organisations. */
  findMemberships(userId: string): Promise<EnteredPlace[]>
  /** One of these. */
  findEnteredPlace(userId: string, workspaceId: string): Promise<EnteredPlace | undefined>
  /** The organisations of these: however many workspaces there are, they are few. In the order of joining. */
  findEnteredOrganizations(userId: string): Promise<EnteredOrganization[]>
  /**
   * Gives an administrator a place, as an owner, in the first workspace of each of their organisations where they have none:
   * an administrator reaches all of it, so no taking of places shuts the last one out.
   */
  restoreAdministratorPlaces(
    userId: string,
    entry: (workspace: { name: string }) => NewAuditEntry,
  ): Promise<void>
  /** Notes that somebody signed in, and to which organisation they came: that of the workspace. */
  touchLogin(userId: string, workspaceId: string): Promise<void>
}

const SET_UP_KEY = 'firstAdministrator'

const FIND_USER = prepareRead(['id'], (db: Kysely<DatabaseSchema>, { id }) =>
  db.selectFrom('users').selectAll().where('id', '=', id),
)
const enteredPlaces = (db: Kysely<DatabaseSchema>, userId: string) =>
  db
    .selectFrom('workspaceMembers')
    .innerJoin('organizationMembers', (join) =>
      join
        .onRef('organizationMembers.organizationId', '=', 'workspaceMembers.organizationId')
        .onRef('organizationMembers.userId', '=', 'workspaceMembers.userId'),
    )
    .innerJoin('organizations', 'organizations.id', 'workspaceMembers.organizationId')
    .innerJoin('workspaces', 'workspaces.id', 'workspaceMembers.workspaceId')
    .select(['workspaceMembers.organizationId', 'workspaceMembers.workspaceId'])
    .select(['organizationMembers.isAdmin', 'organizations.requiresSignOn'])
    .select('organizationMembers.signOnOrganizationId')
    .where('workspaceMembers.userId', '=', userId)
    .where('organizationMembers.status', '=', 'active')
    .where('workspaces.deletedAt', 'is', null)
const FIND_MEMBERSHIPS = prepareRead(['userId'], (db: Kysely<DatabaseSchema>, { userId }) =>
  enteredPlaces(db, userId).orderBy('workspaceMembers.createdAt').orderBy('workspaceMembers.workspaceId'),
)
const FIND_PLACE = prepareRead(
  ['userId', 'workspaceId'],
  (db: Kysely<DatabaseSchema>, { userId, workspaceId }) =>
    enteredPlaces(db, userId).where('workspaceMembers.workspaceId', '=', workspaceId),
)
const FIND_ORGANIZATIONS = prepareRead(['userId'], (db: Kysely<DatabaseSchema>, { userId }) =>
  db
    .selectFrom('organizationMembers')
    .innerJoin('organizations', 'organizations.id', 'organizationMembers.organizationId')
    .select(['organizationMembers.organizationId', 'organizationMembers.isAdmin'])
    .select(['organizations.requiresSignOn', 'organizationMembers.signOnOrganizationId'])
    .where('organizationMembers.userId', '=', userId)
    .where('organizationMembers.status', '=', 'active')
    // A value and not `exists`: PostgreSQL would join that, and go through all workspaces for who is in many.
    .where((expressions) =>
      expressions(
        expressions
          .selectFrom('workspaceMembers')
          .innerJoin('workspaces', 'workspaces.id', 'workspaceMembers.workspaceId')
          .select('workspaceMembers.workspaceId')
          .where('workspaces.deletedAt', 'is', null)
          .whereRef('workspaceMembers.userId', '=', 'organizationMembers.userId')
          .whereRef('workspaceMembers.organizationId', '=', 'organizationMembers.organizationId')
          .limit(sql.lit(1)),
        'is not',
        null,
      ),
    )
    .orderBy('organizationMembers.createdAt')
    .orderBy('organizationMembers.organizationId'),
)

/** Makes the store of accounts. */
export function createAccountStore(scope: SystemScope): AccountStore {
  const { reader, read, write, now } = scope
  return {
    async countUsers() {
      const { count } = await reader()
        .selectFrom('users')
        .select((expressions) => expressions.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    createFirstAdministrator: (first) => createFirstAdministrator(scope, first),
    findUserByEmail: (email) => findAccount(reader(), email.toLowerCase()),
    async findForSignIn(email) {
      const row = await reader()
        .selectFrom('users')
        .selectAll()
        .where('email', '=', email.toLowerCase())
        .orderBy('organizationId', (order) => order.asc().nullsFirst())
        .limit(1)
        .executeTakeFirst()
      return row === undefined || row.organizationId === null
        ? { user: row, isInvited: false }
        : { user: undefined, isInvited: true }
    },
    findUser: async (id) => (await read(FIND_USER, { id }))[0],
    findMemberships: (userId) => read(FIND_MEMBERSHIPS, { userId }),
    findEnteredPlace: async (userId, workspaceId) => (await read(FIND_PLACE, { userId, workspaceId }))[0],
    findEnteredOrganizations: (userId) => read(FIND_ORGANIZATIONS, { userId }),
    restoreAdministratorPlaces: (userId, entry) => restoreAdministratorPlaces(scope, userId, entry),
    async touchLogin(userId, workspaceId) {
      const lastLoginAt = now()
      await write(async (db) => {
        await db.updateTable('users').set({ lastLoginAt }).where('id', '=', userId).execute()
        await noteEntry(db, { userId, workspaceId, lastLoginAt })
      })
    },
  }
}

async function createFirstAdministrator(
  { write, now, newId, capabilities }: SystemScope,
  first: FirstAdministrator,
): Promise<FirstAdministratorIds> {
  const ids = idsOf(first, newId)
  await write(async (db) => {
    await claimSetUp(db, ids.userId)
    const at = now()
    await insertOrganization(db, { first, ids, at, newId, capabilities }, () =>
      insertOwner(db, { first, ids, at }),
    )
  })
  return ids
}

/** The ids that were given, and new ones for the rest. */
export function idsOf(first: FirstAdministrator, newId: () => string): FirstAdministratorIds {
  return {
    organizationId: first.organization.id ?? newId(),
    workspaceId: first.workspace.id ?? newId(),
    roleId: first.role?.id ?? newId(),
    userId: first.user.id ?? newId(),
  }
}

/** The account of an address in lower case. */
export function findAccount(db: Kysely<DatabaseSchema>, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .where('organizationId', 'is', null)
    .executeTakeFirst()
}

/** The key in `meta` is unique: of two registrations at the same time one fails here, on every database. */
async function claimSetUp(db: Kysely<DatabaseSchema>, userId: string): Promise<void> {
  const refusal = 'This installation is set up already. Sign in, or ask its administrator.'
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (user) throw new RunnelError('already_set_up', refusal)
  try {
    await db.insertInto('meta').values({ key: SET_UP_KEY, value: userId }).execute()
  } catch (error) {
    if (!isRunnelError(error) || error.code !== 'conflict') throw error
    throw new RunnelError('already_set_up', refusal, { cause: error })
  }
}

/** What an organisation begins with. */
interface Beginning {
  first: Omit<FirstAdministrator, 'user'>
  ids: FirstAdministratorIds
  at: number
}

async function insertOwner(
  db: Kysely<DatabaseSchema>,
  { first: { user }, ids: { userId }, at }: Beginning & { first: FirstAdministrator },
): Promise<void> {
  const { name, passwordHash } = user
  const account = { id: userId, email: user.email.toLowerCase(), name, passwordHash }
  await makeAccount(db, { ...account, status: 'active' }, at)
}

/** Makes an organisation with a workspace and built-in roles; its owner is there, or is made by `insertUser`. */
export async function insertOrganization(
  db: Kysely<DatabaseSchema>,
  { first, ids, at, newId, capabilities }: Beginning & Pick<SystemScope, 'newId' | 'capabilities'>,
  insertUser: () => Promise<void> = async () => {},
): Promise<void> {
  const { organizationId, workspaceId, roleId, userId } = ids
  const { organization, workspace, entry, flows = [] } = first
  await db
    .insertInto('organizations')
    .values({ id: organizationId, name: organization.name, createdAt: at })
    .execute()
  await insertUser()
  await joinOrganization(db, { organizationId, userId, isAdmin: true, createdAt: at })
  await db
    .insertInto('workspaces')
    .values({
      id: workspaceId,
      organizationId,
      name: workspace.name,
      description: workspace.description ?? null,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    })
    .execute()
  const idOf = (builtIn: string) => (builtIn === 'owner' ? roleId : newId())
  await insertBuiltInRoles(db, { organizationId, at, idOf })
  await givePlaces(db, { capabilities }, [{ workspaceId, organizationId, userId, roleId, createdAt: at }])
  const tenant = { db: holdToTenant(db, workspaceId), now: () => at, newId }
  for (const { flow, version } of flows) await insertFlow(tenant, flow, version)
  if (entry) await appendEntries({ newId, now: () => at }, db, { organizationId, entries: [entry] })
}
