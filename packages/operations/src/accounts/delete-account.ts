import type { OperationContext } from '../context.ts'
import { changeAccount } from './change-account.ts'
import type { ProvedOwner } from './prove-owner.ts'

/**
 * Deletes the own account: who it was is forgotten, what was made with it stays in its workspaces.
 * @throws RunnelError `conflict` for the last administrator
 */
export async function deleteAccount(
  context: OperationContext,
  owner: ProvedOwner,
): Promise<{ message: string }> {
  const { id, status } = owner.user
  await changeAccount(context, { by: owner, action: 'account.deleted' }, ({ entry, signInId }) =>
    context.db.system.accountLife.erase(id, { signInId, entry: entry({ before: { status } }) }),
  )
  return { message: 'Account deleted' }
}
