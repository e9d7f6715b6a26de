import { type Principal, workspaceOf } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import type { CredentialRow } from '@runnel/db'
import type { OperationContext } from './context.ts'

/**
 * A credential that the caller's workspace may change: its own. What others share with it is used, and nothing else.
 * @throws RunnelError `not_found`, `forbidden` for one that is shared
 */
export async function getOwnCredential(
  { db }: OperationContext,
  principal: Principal,
  id: string,
): Promise<CredentialRow> {
  const { credentials } = db.read(workspaceOf(principal))
  const own = await credentials.find(id)
  if (own) return own
  const shared = await credentials.findUsable(id)
  if (!shared) throw new RunnelError('not_found', `Credential ${id} not found`)
  throw new RunnelError(
    'forbidden',
    `The credential “${shared.name}” belongs to another workspace, which shares it: only there it can be tested, changed or deleted.`,
  )
}
