import { can, type Principal, rightMissing } from '@runnel/access'
import {
  allPermissions,
  type Permission,
  RunnelError,
  refusalOf,
  TOKEN_INVALID,
  tagOfPermission,
  tellWhy,
} from '@runnel/contract'
import type { Membership, RightsInside, RoleRow } from '@runnel/db'

/** Where rights are read: from what is committed, or inside of a transaction (`stillAllowed`). */
export interface RightsSource {
  db: { organization(organizationId: string): RightsInside }
}

/** A signed-in user: only people govern people. */
export type Person = Extract<Principal, { kind: 'user' }>

/** The signed-in user. @throws RunnelError `unauthenticated` for any other caller */
export function personOf(principal: Principal): Person {
  if (principal.kind === 'user') return principal
  throw new RunnelError('unauthenticated', TOKEN_INVALID)
}

/** Other organisations do not exist for somebody. @throws RunnelError `not_found` */
export function assertOwnOrganization({ organizationId }: Person, named: string | undefined): void {
  if (named === undefined || named === organizationId) return
  throw new RunnelError('not_found', `Organization ${named} not found`)
}

/**
 * What somebody holds where they are. For an administrator it is `allPermissions` itself, never a copy: by that, `missingOf`
 * knows that they hold the tags of documents, too.
 */
export function permissionsOf(person: Person): readonly string[] {
  return person.isOrganizationAdmin ? allPermissions : person.permissions
}

/**
 * What somebody holds in a workspace of their organisation, which need not be the active one.
 * @throws RunnelError `not_found` for a workspace that is not there for them
 */
export async function permissionsIn(
  { db }: RightsSource,
  person: Person,
  workspaceId: string,
): Promise<readonly string[]> {
  const { read } = db.organization(person.organizationId)
  const workspace = await read.findWorkspace(workspaceId)
  const missing = new RunnelError('not_found', `Workspace ${workspaceId} not found`)
  if (!workspace) throw missing
  if (person.isOrganizationAdmin) return allPermissions
  const place = await read.findPlace(person.userId, workspace.id)
  if (!place) throw missing
  return place.permissions
}

/** What somebody holds in a workspace of the organisation; nothing where they are not. */
export type HeldIn = (workspaceId: string) => readonly string[]

/** What places give, by their workspaces. */
export function heldInPlaces({ isAdmin, workspaces }: Membership): HeldIn {
  if (isAdmin) return () => allPermissions
  const held = new Map(workspaces.map(({ id, permissions }) => [id, permissions]))
  return (workspaceId) => held.get(workspaceId) ?? []
}

/**
 * What somebody holds in each workspace of their organisation now. What counts in several of them asks for it in each: a
 * right of one workspace is worth nothing in another.
 */
export async function heldByWorkspace({ db }: RightsSource, person: Person): Promise<HeldIn> {
  if (person.isOrganizationAdmin) return () => allPermissions
  return heldInPlaces(await db.organization(person.organizationId).read.findMembership(person.userId))
}

/** So many are remembered. */
const MOST_REMEMBERED = 1_000
/** Where somebody lacked permissions when all workspaces were gone through; by who, where, and which. */
const lacked = new Map<string, string>()

function remember(key: string, workspaceId: string | undefined): void {
  lacked.delete(key)
  if (workspaceId === undefined) return
  lacked.set(key, workspaceId)
  for (const oldest of lacked.keys()) {
    if (lacked.size <= MOST_REMEMBERED) return
    lacked.delete(oldest)
  }
}

/** Whether there is such a workspace, and somebody holds none of these permissions there. */
async function lacksIn(
  { db }: RightsSource,
  { organizationId, userId }: Pick<Person, 'organizationId' | 'userId'>,
  { workspaceId, permissions }: { workspaceId: string; permissions: readonly string[] },
): Promise<boolean> {
  const { read } = db.organization(organizationId)
  const [workspace, place] = await Promise.all([
    read.findWorkspace(workspaceId),
    read.findPlace(userId, workspaceId),
  ])
  return workspace !== undefined && !permissions.some((permission) => place?.permissions.includes(permission))
}

/**
 * Whether somebody who is no administrator holds one of these permissions in every workspace of the organisation. One
 * where they lacked them is asked anew first the next time: as long as they lack them there, thousands of others need not
 * be counted.
 */
export async function holdsEverywhere(
  context: RightsSource,
  person: Pick<Person, 'organizationId' | 'userId'>,
  permissions: readonly string[],
): Promise<boolean> {
  const { organizationId, userId } = person
  const key = [organizationId, userId, ...permissions].join(' ')
  const workspaceId = lacked.get(key)
  if (workspaceId !== undefined && (await lacksIn(context, person, { workspaceId, permissions })))
    return false
  const { read } = context.db.organization(organizationId)
  const [roles, all] = await Promise.all([read.listHeldRoles(userId), read.countWorkspaces()])
  const isHeld = (held: readonly string[]) => permissions.some((permission) => held.includes(permission))
  const held = roles.filter((role) => isHeld(role.permissions))
  if (held.reduce((count, { workspaceCount }) => count + workspaceCount, 0) >= all) return true
  const roleIds = held.map(({ id }) => id)
  remember(key, roleIds.length === 0 ? undefined : await read.findWorkspaceWithout(userId, roleIds))
  return false
}

/**
 * Lets pass who holds one of these permissions in every workspace of the organisation: for what is done to, or read of,
 * all of it by a right that places give. @throws RunnelError `forbidden`
 */
export async function assertHoldsEverywhere(
  context: RightsSource,
  principal: Principal,
  permissions: readonly string[],
): Promise<void> {
  const person = personOf(principal)
  if (person.isOrganizationAdmin || (await holdsEverywhere(context, person, permissions))) return
  throw refusalOf('forbidden', tellWhy('right_of_some_workspaces'))
}

/** Who may bring people into a workspace, by what they hold there. */
const BRINGING_IN: readonly Permission[] = ['workspace:add-user', 'users:manage']

/** Whether somebody who holds this in a workspace may bring people into it: members of the organisation as well as others. */
export const mayBringIn = (held: readonly string[]): boolean =>
  BRINGING_IN.some((permission) => held.includes(permission))

/** As `mayBringIn`. @throws RunnelError `forbidden` with what is missing */
export function assertMayBringIn(person: Person, held: readonly string[]): void {
  if (!mayBringIn(held)) throw rightMissing(person, BRINGING_IN)
}

/**
 * Whether somebody holds a permission where it is needed, and where they are: each route asks first whether its caller may
 * do such a thing at all.
 */
export function holdsIn(
  person: Person,
  heldIn: HeldIn,
  { workspaceId, permission }: { workspaceId: string; permission: Permission },
): boolean {
  return can(person, permission) && heldIn(workspaceId).includes(permission)
}

/** As `permissionsIn`, for somebody who needs one permission there. @throws RunnelError `forbidden` */
export async function authorizeIn(
  context: RightsSource,
  person: Person,
  place: { workspaceId: string; permission: Permission },
): Promise<readonly string[]> {
  const held = await permissionsIn(context, person, place.workspaceId)
  if (!held.includes(place.permission)) throw rightMissing(person, place.permission)
  return held
}

/** Of what is wanted, what is not held. `held` comes from the functions above, which give administrators `allPermissions` itself. */
export function missingOf(held: readonly string[], wanted: readonly string[]): string[] {
  // Administrators hold everything, also the tags of documents, of which there is no list.
  const isEverything = held === allPermissions
  return wanted.filter(
    (permission) =>
      !held.includes(permission) && !(isEverything && tagOfPermission(permission) !== undefined),
  )
}

/**
 * Nobody gives rights that they do not hold, nor takes away what they could not have given: whoever holds more is out of
 * their reach. @throws RunnelError `forbidden` naming what is missing
 */
export function assertHolds(held: readonly string[], wanted: readonly string[]): void {
  const missing = missingOf(held, wanted)
  if (missing.length === 0) return
  throw refusalOf('forbidden', tellWhy('rights_not_held', { permissions: missing.join(', ') }))
}

/** A role of the organisation. @throws RunnelError `not_found` */
export async function getRole(
  { db }: RightsSource,
  { organizationId }: Pick<Person, 'organizationId'>,
  roleId: string,
): Promise<RoleRow> {
  const role = await db.organization(organizationId).read.findRole(roleId)
  if (!role) throw new RunnelError('not_found', `Role ${roleId} not found`)
  return role
}

export const forbidden = () => refusalOf('forbidden', tellWhy('forbidden'))

/** What is told to who would do what administrators of the organisation alone do. */
export const administratorNeeded = () => refusalOf('forbidden', tellWhy('administrator_needed'))
