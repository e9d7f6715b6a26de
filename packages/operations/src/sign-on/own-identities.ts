import type { Principal } from '@runnel/access'
import { RunnelError, type SignOnProvider } from '@runnel/contract'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { personOf } from '../people-rights.ts'
import { toButton } from './login-methods.ts'

/** The providers of the own organisation by whom one may sign in, and which know one already. */
export async function listOwnIdentities(context: OperationContext, principal: Principal) {
  const { organizationId, userId } = personOf(principal)
  const { read } = context.db.organization(organizationId)
  const [rows, identities] = await Promise.all([read.listLoginMethods(), read.listIdentities(userId)])
  const methods = rows
    .filter(({ status }) => status === 'enable')
    .map((row) => {
      const identity = identities.find(({ loginMethodId }) => loginMethodId === row.id)
      return { ...toButton(context, row), isLinked: identity !== undefined, email: identity?.email ?? null }
    })
  return { methods }
}

/**
 * Takes the link between the own account and a provider away.
 * @throws RunnelError `not_found`, `conflict` for who could not sign in any more
 */
export async function unlinkIdentity(
  context: OperationContext,
  principal: Principal,
  providerName: SignOnProvider,
): Promise<{ message: string }> {
  const person = personOf(principal)
  const { organizationId, userId } = person
  const method = await context.db.organization(organizationId).read.findLoginMethod(providerName)
  const user = await context.db.system.accounts.findUser(userId)
  if (user?.passwordHash === null)
    throw new RunnelError(
      'conflict',
      'You have no password: without this link you could not sign in any more.',
    )
  const subject = { kind: 'user', id: userId, name: person.email ?? null }
  const before = { provider: providerName }
  const entry = auditEntry(person, { action: 'identity.unlinked', subject, before })
  const isGone =
    method !== undefined &&
    (await context.db.system.signOn.unlink({ loginMethodId: method.id, organizationId, userId }, entry))
  if (!isGone) throw new RunnelError('not_found', `Your account is not linked to ${providerName}.`)
  return { message: 'success' }
}
