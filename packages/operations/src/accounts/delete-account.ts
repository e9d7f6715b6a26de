import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import type { UserPrincipal } from './own-account.ts'
import { type OwnerProof, proveOwner } from './second-factor.ts'

/**
 * Deletes the own account: who it was is forgotten, what was made with it stays in its workspaces.
 * @throws RunnelError `invalid_input` for a wrong password or code, `conflict` for the last administrator
 */
export async function deleteAccount(
  context: OperationContext,
  principal: UserPrincipal,
  proof: OwnerProof,
): Promise<{ message: string }> {
  const { user } = await proveOwner(context, principal, proof)
  const subject = { kind: 'user', id: user.id, name: user.email }
  await context.db.system.accountLife.erase(
    user.id,
    auditEntry(principal, { action: 'account.deleted', subject, before: { status: user.status } }),
  )
  return { message: 'Account deleted' }
}
