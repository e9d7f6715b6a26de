import { type CallOrigin, isRunnelError, type RunnelError, refusalOf, tellWhy } from '@runnel/contract'
import type { Arrival, RightsInside, UserRow, WorkspaceMembership } from '@runnel/db'
import { hashToken } from '@runnel/drivers'
import { ownAccountEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { couldGiveAll, mayBeShown, readGiver } from './shown-link.ts'

interface Acceptance {
  name: string
  email: string
  password: string
  token: string
  /** Has a password of an account that is there tried: whoever was given links to it may guess by none of them, nor by all. */
  guess: <T>(work: () => Promise<T>) => Promise<T>
}

/** Somebody who waits in an organisation. */
type Invited = UserRow & { organizationId: string }

const isWaiting = (user: UserRow): user is Invited => user.organizationId !== null

/** The one refusal of every invitation. */
export function refuseInvitation(cause?: unknown): RunnelError {
  return refusalOf('invalid_input', tellWhy('invitation_ended'), { cause })
}

/**
 * Accepts an invitation: who has no account gets one of this name and password, who has one joins with its password. Every
 * refusal looks alike.
 * @throws RunnelError `invalid_input`
 */
export async function acceptInvitation(
  context: OperationContext,
  { name, email, password, token, guess }: Acceptance,
  from: CallOrigin,
) {
  // Only who holds a link costs the time of a hash.
  const invitation = await openInvitation(context, { token, email })
  const { isFromMailbox } = invitation
  const account = await context.db.system.accounts.findUserByEmail(invitation.invited.email)
  const arrival = await prove(context, account, { name: name.trim(), password, isFromMailbox, guess })
  const called = arrival.kind === 'known' ? (account?.name ?? '') : arrival.name
  return settleInvitation(context, invitation, { arrival, called, from })
}

/** An invitation whose link counts, and what it opens. */
export interface OpenInvitation {
  use: { hash: string; purpose: 'invitation'; now: number }
  invited: Invited
  /** The link went to the mailbox alone. */
  isFromMailbox: boolean
  /** Where somebody comes to, who was invited last to it. */
  place: Record<'organization' | 'workspace' | 'role', { id: string; name: string }>
  /** Who gave the link; undefined for one of before. */
  giverId: string | undefined
}

/** An invitation with all that its link opens. */
export interface FoundInvitation extends OpenInvitation {
  /** In the order in which they were given. */
  workspaces: WorkspaceMembership[]
}

/**
 * Finds an invitation by its link. It opens what its giver could give at this moment, so nothing of who was
 * removed or barred since. Undefined alike for every link that does not count.
 */
export async function findInvitation(
  context: OperationContext,
  token: string,
): Promise<FoundInvitation | undefined> {
  const { accounts, tokens } = context.db.system
  const use = { hash: hashToken(token), purpose: 'invitation', now: context.now() } as const
  const known = await tokens.find(use)
  const invited = known && (await accounts.findUser(known.userId))
  if (!invited || !isWaiting(invited)) return undefined
  const giver = readGiver(known.data)
  const isFromMailbox = giver?.isShown !== true
  const mayOpen = isFromMailbox || mayBeShown(context)
  const { organizationId, id: userId } = invited
  const gift = giver && { organizationId, giverId: giver.giverId, userId }
  if (!mayOpen || (gift && !(await couldGiveAll(context, gift)))) return undefined
  const { organization, workspaces } = await findPlaces(context, invited)
  // The newest one that is still there: whoever is barred, or has no place left, comes to nothing.
  const workspace = workspaces.at(-1)
  if (!workspace) return undefined
  const place = {
    organization,
    workspace: { id: workspace.id, name: workspace.name },
    role: { id: workspace.roleId, name: workspace.roleName },
  }
  return { use, invited, isFromMailbox, place, workspaces, giverId: giver?.giverId }
}

/**
 * As `findInvitation`, of an invitation to this address.
 * @throws RunnelError `invalid_input`, alike for every link that does not count
 */
export async function openInvitation(
  context: OperationContext,
  { token, email }: { token: string; email: string },
): Promise<OpenInvitation> {
  const found = await findInvitation(context, token)
  if (found?.invited.email !== email.trim().toLowerCase()) throw refuseInvitation()
  return found
}

/** Makes the invitation the account's, which is called so. @throws RunnelError `invalid_input` */
export async function settleInvitation(
  context: OperationContext,
  { use, invited, place, giverId }: OpenInvitation,
  { arrival, called, from }: { arrival: Arrival; called: string; from: CallOrigin },
) {
  const act = (id: string) => ({ id, email: invited.email })
  const { organizationId } = invited
  // The password takes its time: what the giver could give at the look they may not give any more.
  const askAgain = async (rights: RightsInside) => {
    if (giverId === undefined) return
    const now = { db: { organization: () => rights } }
    if (!(await couldGiveAll(now, { organizationId, giverId, userId: invited.id }))) throw refuseInvitation()
  }
  const userId = await context.db.system.invitations
    .accept({
      use,
      invited,
      arrival,
      askAgain,
      entry: (id) =>
        ownAccountEntry(act(id), from, { action: 'invitation.accepted', ...changeOf(invited, id) }),
      confirmed: (id) => ownAccountEntry(act(id), from, { action: 'email.verified' }),
    })
    .catch(throwRefused)
  if (userId === undefined) throw refuseInvitation()
  return { user: { id: userId, email: invited.email, name: called }, ...place }
}

/** What became of the invitation; of an account that was there also by which id the log knew the person until then. */
function changeOf(invited: Invited, userId: string) {
  const [before, after] = [{ status: invited.status }, { status: 'active' }]
  return userId === invited.id
    ? { before, after }
    : { before: { ...before, userId: invited.id }, after: { ...after, userId } }
}

/** The account came about, or was changed, between the look and the act. */
function throwRefused(error: unknown): never {
  throw isRunnelError(error) && error.code === 'conflict' ? refuseInvitation(error) : error
}

/**
 * Who came without a session. The owner of an account proves to be it by its password; who has none yet chooses one. An account whose address
 * nobody confirmed is whoever's the mailbox is.
 */
async function prove(
  { passwords }: OperationContext,
  account: UserRow | undefined,
  {
    name,
    password,
    isFromMailbox,
    guess,
  }: Pick<Acceptance, 'name' | 'password' | 'guess'> & Pick<OpenInvitation, 'isFromMailbox'>,
): Promise<Exclude<Arrival, { kind: 'signed-in' }>> {
  if (account === undefined)
    return { kind: 'new', name, passwordHash: await passwords.hash(password, 'known') }
  const { id: userId, status, passwordHash } = account
  if (status === 'unverified' && isFromMailbox)
    return { kind: 'unconfirmed', userId, name, passwordHash: await passwords.hash(password, 'known') }
  const hash = status === 'active' ? passwordHash : null
  return guess(async () => {
    const fits =
      hash === null
        ? await passwords.dummyVerify(password, 'known')
        : await passwords.verify(password, hash, 'known')
    if (!fits || hash === null) throw refuseInvitation()
    return { kind: 'known', userId, passwordHash: hash }
  })
}

/** What somebody was invited to. */
async function findPlaces(context: OperationContext, { id, organizationId }: Invited) {
  const { read } = context.db.organization(organizationId)
  const [{ name }, { workspaces }] = await Promise.all([read.get(), read.findMembership(id)])
  return { organization: { id: organizationId, name }, workspaces }
}
