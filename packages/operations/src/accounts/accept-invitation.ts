import { type CallOrigin, RunnelError } from '@runnel/contract'
import { hashToken } from '@runnel/drivers'
import { ownAccountEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { couldGiveAll, readShownTo } from './shown-link.ts'

interface Acceptance {
  name: string
  email: string
  password: string
  token: string
}

function refused(): RunnelError {
  return new RunnelError('invalid_input', 'This invitation is not valid any more. Ask for a new one.')
}

/**
 * Accepts an invitation: the account gets its name and password and may sign in. Who has an account of another
 * organisation joins with its password. Every refusal looks alike.
 * @throws RunnelError `invalid_input`
 */
export async function acceptInvitation(
  context: OperationContext,
  { name, email, password, token }: Acceptance,
  from: CallOrigin,
) {
  const { accounts, accountLife, tokens } = context.db.system
  const use = { hash: hashToken(token), purpose: 'invitation', now: context.now() } as const
  // Only who holds a link costs the time of a hash.
  const known = await tokens.find(use)
  const user = known && (await accounts.findUser(known.userId))
  if (!user || user.email !== email.trim().toLowerCase()) throw refused()
  const isNew = user.status === 'invited'
  const giverId = readShownTo(known.data)
  if (isNew && giverId !== undefined && !(await couldGiveAll(context, { giverId, userId: user.id })))
    throw refused()
  if (!isNew && !(await knowsPassword(context, user, password))) throw refused()
  const change = isNew
    ? { name: name.trim(), passwordHash: await context.passwords.hash(password), status: 'active' as const }
    : {}
  const accepted = await accountLife.changeByToken(use, () => ({
    change,
    entry: ownAccountEntry(user, from, {
      action: 'invitation.accepted',
      before: { status: user.status },
      after: { status: 'active' },
    }),
  }))
  if (!accepted) throw refused()
  return describeMember(context, user.id)
}

async function knowsPassword(
  { passwords }: OperationContext,
  { status, passwordHash }: { status: string; passwordHash: string | null },
  password: string,
): Promise<boolean> {
  return status === 'active' && passwordHash !== null && passwords.verify(password, passwordHash)
}

/** What somebody has become, as the registration answers it. */
async function describeMember(context: OperationContext, userId: string) {
  const { accounts } = context.db.system
  const [user, memberships] = await Promise.all([accounts.findUser(userId), accounts.findMemberships(userId)])
  const newest = memberships.at(-1)
  if (!user || !newest) throw refused()
  const { read } = context.db.organization(newest.organizationId)
  const [organization, member] = await Promise.all([read.get(), read.findMembership(userId)])
  const workspace = member.workspaces.find(({ id }) => id === newest.workspaceId)
  if (!workspace) throw refused()
  return {
    user: { id: user.id, email: user.email, name: user.name },
    organization: { id: organization.id, name: organization.name },
    workspace: { id: workspace.id, name: workspace.name },
    role: { id: workspace.roleId, name: workspace.roleName },
  }
}
