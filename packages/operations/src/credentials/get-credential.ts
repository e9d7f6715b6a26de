import { type Principal, workspaceOf } from '@runnel/access'
import type { Credential } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { openFields } from './credential-fields.ts'
import { blankFields, presentCredential } from './present-credential.ts'

/** One credential with blanked fields, for its editor. */
export async function getCredential(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Credential> {
  const row = await context.db.read(workspaceOf(principal)).credentials.get(id)
  const plainDataObj = blankFields(
    openFields(context, row),
    context.catalogue.findCredentialType(row.credentialName),
  )
  return { ...presentCredential(row), plainDataObj }
}
