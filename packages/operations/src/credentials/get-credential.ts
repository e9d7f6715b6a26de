import { type Principal, workspaceOf } from '@runnel/access'
import { type Credential, RunnelError } from '@runnel/contract'
import { presentConnection } from '../connections/present-connection.ts'
import type { OperationContext } from '../context.ts'
import { openFields } from '../credential-secrets.ts'
import { markShared } from '../shares/mark-shared.ts'
import { blankFields, presentCredential } from './present-credential.ts'

/** One credential with blanked fields, for its editor; of one that another workspace shares no field at all. @throws RunnelError `not_found` */
export async function getCredential(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Credential> {
  const reader = context.db.read(workspaceOf(principal))
  const row = await reader.credentials.findUsable(id)
  if (!row) throw new RunnelError('not_found', `Credential ${id} not found`)
  const mark = await markShared(context, principal, [row])
  if (row.isShared) return { ...presentCredential(row), ...mark(row) }
  const type = context.catalogue.findCredentialType(row.credentialName)
  const plainDataObj = blankFields(openFields(context, row), type)
  const connection = type?.oauth2 && presentConnection(await reader.connections.find(id))
  return { ...presentCredential(row), plainDataObj, ...(connection && { connection }) }
}
