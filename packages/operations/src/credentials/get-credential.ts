import { type Principal, workspaceOf } from '@runnel/access'
import type { Credential } from '@runnel/contract'
import { presentConnection } from '../connections/present-connection.ts'
import type { OperationContext } from '../context.ts'
import { openFields } from '../credential-secrets.ts'
import { blankFields, presentCredential } from './present-credential.ts'

/** One credential with blanked fields, for its editor. */
export async function getCredential(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Credential> {
  const reader = context.db.read(workspaceOf(principal))
  const row = await reader.credentials.get(id)
  const type = context.catalogue.findCredentialType(row.credentialName)
  const plainDataObj = blankFields(openFields(context, row), type)
  const connection = type?.oauth2 && presentConnection(await reader.connections.find(id))
  return { ...presentCredential(row), plainDataObj, ...(connection && { connection }) }
}
