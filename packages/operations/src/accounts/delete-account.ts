import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { provePassword, type UserPrincipal } from './own-account.ts'

/**
 * Deletes the own account: who it was is forgotten, what was made with it stays in its workspaces.
 * @throws RunnelError `invalid_input` for a wrong password, `conflict` for the last administrator
 */
export async function deleteAccount(
  context: OperationContext,
  principal: UserPrincipal,
  password: string,
): Promise<{ message: string }> {
  const user = await provePassword(context, principal, { field: 'password', password })
  const subject = { kind: 'user', id: user.id, name: user.email }
  await context.db.system.accountLife.erase(
    user.id,
    auditEntry(principal, { action: 'account.deleted', subject, before: { status: user.status } }),
  )
  return { message: 'Account deleted' }
}
