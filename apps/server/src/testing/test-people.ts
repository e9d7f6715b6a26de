import type { BuiltInRole } from '@runnel/contract'
import type { DatabaseOptions } from '@runnel/db'
import { addTestMember, addTestOrganization, addTestUser } from '@runnel/db/testing'
import type { OperationContext } from '@runnel/operations'
import type { TestCaller } from './test-caller.ts'

/** Somebody whom a test adds. */
export interface NewPerson {
  name: string
  /** Null for somebody who belongs to none. */
  organizationId?: string | null
  /** Makes them an administrator of the organisation. */
  isAdmin?: boolean
  /** Where they are, with a built-in role or the id of another one. */
  places: { workspaceId: string; role: BuiltInRole | (string & {}) }[]
}

/** Somebody whom a test added; signed in where they are in a workspace. */
export interface Person {
  caller: TestCaller
  userId: string
  email: string
}

/** An organisation that a test added, with its administrator. */
export type OtherOrganization = Person & { organizationId: string; workspaceId: string }

/** What is needed to add people to a server under test. */
export interface PeopleParts {
  context: OperationContext
  options: DatabaseOptions
  password: string
  anonymous(): TestCaller
  administrator(): Promise<TestCaller>
}

/** The organisation of somebody who is signed in. */
export async function organizationOf(caller: TestCaller): Promise<string> {
  const user = await caller.expect<{ activeOrganizationId: string }>(200, 'GET', '/auth/session')
  return user.activeOrganizationId
}

/** Adds somebody to an organisation, the administrator's unless named, and signs them in. */
async function addPerson(
  parts: PeopleParts,
  { name, organizationId, isAdmin = false, places }: NewPerson,
): Promise<Person> {
  const { context, options, password } = parts
  const own =
    organizationId === undefined ? await organizationOf(await parts.administrator()) : organizationId
  const email = `${name.toLowerCase()}-${crypto.randomUUID()}@example.com`
  const passwordHash = await context.passwords.hash(password)
  const account = { organizationId: own, name, email, passwordHash, isAdmin }
  const userId = await addTestUser({ options }, account)
  if (own !== null) await givePlaces(context, { organizationId: own, userId, places })
  const caller = parts.anonymous()
  if (places.length > 0) await caller.expect(200, 'POST', '/auth/login', { email, password })
  return { caller, userId, email }
}

async function givePlaces(
  context: OperationContext,
  { organizationId, userId, places }: Pick<NewPerson, 'places'> & { organizationId: string; userId: string },
): Promise<void> {
  const organization = context.db.organization(organizationId)
  const roles = await organization.read.listBuiltInRoles()
  await organization.write(async (writer) => {
    for (const { workspaceId, role } of places) {
      const roleId = roles.find(({ builtIn }) => builtIn === role)?.id ?? role
      await writer.addWorkspaceMember({ workspaceId, userId, roleId })
    }
  })
}

/** An account that is to be a member of one more organisation, with a place there. */
export interface Membership {
  userId: string
  organizationId: string
  workspaceId: string
  role: BuiltInRole
  isAdmin?: boolean
}

/** Makes an account a member of one more organisation. */
async function addMembership(
  { context, options }: Pick<PeopleParts, 'context' | 'options'>,
  { userId, organizationId, workspaceId, role, isAdmin = false }: Membership,
): Promise<void> {
  await addTestMember({ options }, { organizationId, userId, isAdmin })
  await givePlaces(context, { organizationId, userId, places: [{ workspaceId, role }] })
}

/** Adds another organisation with a workspace, and signs its administrator in. */
async function addOrganization(parts: PeopleParts): Promise<OtherOrganization> {
  const organizationId = await addTestOrganization(parts)
  const workspaceId = await parts.context.db
    .organization(organizationId)
    .write((writer) => writer.insertWorkspace({ name: 'Default Workspace' }))
  const places = [{ workspaceId, role: 'owner' as const }]
  const person = await addPerson(parts, { name: 'Olga', organizationId, isAdmin: true, places })
  return { ...person, organizationId, workspaceId }
}

/** What adds people to a server under test. */
export const addingPeople = (parts: PeopleParts) => ({
  addPerson: (person: NewPerson) => addPerson(parts, person),
  addOrganization: () => addOrganization(parts),
  addMembership: (membership: Membership) => addMembership(parts, membership),
})
