import { authorize, can, type Principal } from '@runnel/access'
import { isoTime, type Organization, type OrganizationUser, RunnelError } from '@runnel/contract'
import type { MemberQuery, MemberRow, UndeliveredMail } from '@runnel/db'
import { ascendingNames } from '../ascending-names.ts'
import type { OperationContext } from '../context.ts'
import { featuresOf } from '../features-of.ts'
import { listUndelivered } from '../mails/list-undelivered.ts'
import { assertOwnOrganization, type Person, personOf } from '../people-rights.ts'
import { type Reach, toReach } from './assert-may-govern.ts'
import { getOrganization } from './get-organization.ts'
import { type OrganizationRoles, presentMember } from './present-people.ts'
import { readOrganizationRoles, showMember, toOrganizationRoles } from './read-member.ts'
import { tellMayWithMember } from './tell-may.ts'

/** What is asked of the members: by organisation, by person, by role there, or by several of them. */
export interface MembersWanted extends Omit<MemberQuery, 'isAdmin'> {
  organizationId?: string | undefined
  userId?: string | undefined
  roleId?: string | undefined
}

/** One member with their organisation, or a list. */
export type MembersAnswer =
  | { one: { organization: Organization; organizationUser: OrganizationUser } }
  | { rows: OrganizationUser[]; total: number }

/** As many rows as one answer has. */
const MOST = 200

/**
 * The organisations of somebody that the caller may know of: of others the own one, of themselves all. A provider's word
 * holds in its own organisation alone.
 */
async function listKnownOrganizations(
  { db }: OperationContext,
  person: Person,
  userId: string,
): Promise<string[]> {
  const isOwn = userId === person.userId && person.signOnOrganizationId === undefined
  return isOwn ? db.system.people.listOrganizationIds(userId) : [person.organizationId]
}

/** Whether somebody is among those who are asked for. */
function fits(member: OrganizationUser, { roleId, status, search }: MembersWanted): boolean {
  const { name, email } = member.user
  const isCalled = [name, email].some((text) => text.toLowerCase().includes(search?.toLowerCase() ?? ''))
  return (
    isCalled && member.roleId === (roleId ?? member.roleId) && member.status === (status ?? member.status)
  )
}

/**
 * Who belongs to the caller's organisation. Everybody sees themselves, in all organisations that are theirs; others are
 * seen by those who manage people or bring them into workspaces. With an organisation and a person one member is answered, else a list.
 * @throws RunnelError `not_found` for another organisation or somebody outside, `forbidden`
 */
export async function listMembers(
  context: OperationContext,
  principal: Principal,
  { organizationId, userId, roleId, ...query }: MembersWanted,
): Promise<MembersAnswer> {
  const person = personOf(principal)
  assertOwnOrganization(person, organizationId)
  if (userId !== person.userId) authorize(person, ['users:manage', 'workspace:add-user'])
  const own = person.organizationId
  if (userId !== undefined) return findMembers(context, person, { organizationId, userId, roleId, ...query })
  const isAdmin = await isRoleOfAdministrators(context, own, roleId)
  if (isAdmin === 'neither') return { rows: [], total: 0 }
  const page = await context.db.system.people.list(own, ascendingNames({ limit: MOST, ...query, isAdmin }))
  const [{ roles, reach }, undelivered] = await Promise.all([
    readSurroundings(context, person, page.rows),
    findUndelivered(context, person, page.rows),
  ])
  // Who may only bring people into their own workspaces does not learn what others are in all others.
  const seesPlaces = can(person, 'users:manage')
  const rows = page.rows.map((row) => ({
    ...presentMember(row, roles),
    ...(seesPlaces && { roles: row.roles }),
    ...tellAbout(context, person, { reach, member: row, mail: undelivered.get(row.userId) }),
  }))
  return { rows, total: page.total }
}

/** Mails to people of a page that did not arrive, by person; who manages nobody reads none. */
async function findUndelivered(
  context: OperationContext,
  person: Person,
  rows: readonly MemberRow[],
): Promise<Map<string, UndeliveredMail>> {
  if (context.mailer === undefined || !can(person, 'users:manage')) return new Map()
  const { organizationId } = person
  const mails = await listUndelivered(context, { organizationId, userIds: rows.map(({ userId }) => userId) })
  return new Map(mails.map((mail) => [mail.userId, mail]))
}

/** What may be done with a member, and what the organisation could not tell them by mail. */
function tellAbout(
  context: OperationContext,
  person: Person,
  { reach, member, mail }: { reach: Reach; member: MemberRow; mail: UndeliveredMail | undefined },
): Pick<OrganizationUser, 'may' | 'undelivered'> {
  const may = tellMayWithMember(context, person, { reach, member })
  // An invitation that was accepted arrived after all.
  const isOld = mail?.about === 'invitation' && member.status !== 'invited'
  if (mail === undefined || isOld || !may.change) return { may }
  const { about, fault, createdAt, isEnded } = mail
  const showLink = may.resend && about === 'invitation' && !featuresOf(context).isOpenToStrangers
  return {
    may: { ...may, ...(showLink ? { showLink } : {}) },
    undelivered: { about, fault, createdDate: isoTime(createdAt), isEnded },
  }
}

/** Whether a role is that of administrators of the organisation, or of all others; undefined without a role. */
async function isRoleOfAdministrators(
  context: OperationContext,
  organizationId: string,
  roleId: string | undefined,
): Promise<boolean | undefined | 'neither'> {
  if (roleId === undefined) return undefined
  const { owner, member } = await readOrganizationRoles(context, organizationId)
  return roleId === owner.id || (roleId === member.id ? false : 'neither')
}

/** What is told beside the rows of a page, in one statement. */
async function readSurroundings(
  context: OperationContext,
  person: Person,
  rows: readonly MemberRow[],
): Promise<{ roles: OrganizationRoles; reach: Reach }> {
  const { organizationId } = person
  if (person.isOrganizationAdmin)
    return { roles: await readOrganizationRoles(context, organizationId), reach: toReach(person, []) }
  const userIds = new Set([person.userId, ...rows.map(({ userId }) => userId)])
  const { read } = context.db.organization(organizationId)
  const { builtIn, held } = await read.listBuiltInRolesAndHeld([...userIds])
  return { roles: toOrganizationRoles(builtIn, organizationId), reach: toReach(person, held) }
}

/** Somebody, where they are as they are asked for: with their organisation where it is named, else as a list. */
async function findMembers(
  context: OperationContext,
  person: Person,
  { organizationId, userId, ...wanted }: MembersWanted & { userId: string },
): Promise<MembersAnswer> {
  if (organizationId === undefined) {
    const members = await Promise.all(
      (await listKnownOrganizations(context, person, userId)).map((id) =>
        showMember(context, { organizationId: id, userId }),
      ),
    )
    const rows = members.filter((member) => fits(member, wanted))
    const { page = 1, limit = MOST } = wanted
    return { rows: rows.slice((page - 1) * limit, page * limit), total: rows.length }
  }
  const organizationUser = await showMember(context, { organizationId: person.organizationId, userId })
  if (!fits(organizationUser, wanted)) throw new RunnelError('not_found', `User ${userId} not found`)
  return { one: { organization: await getOrganization(context, person, {}), organizationUser } }
}
