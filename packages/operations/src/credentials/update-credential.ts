import { type Principal, workspaceOf } from '@runnel/access'
import { checkEchoes } from '../check-echoes.ts'
import type { OperationContext } from '../context.ts'
import { checkFields, openFields, sealFields } from './credential-fields.ts'
import { mergeFields, presentCredential, type ShownCredential } from './present-credential.ts'

/** Fields of a credential that is created or changed. */
export interface CredentialInput {
  name?: string | undefined
  credentialName?: string | undefined
  plainDataObj?: Record<string, string> | undefined
}

/** Changes a credential; blanked fields keep what is stored. */
export async function updateCredential(
  context: OperationContext,
  principal: Principal,
  change: { id: string; input: CredentialInput; expectedRevision?: number | undefined },
): Promise<ShownCredential> {
  const workspaceId = workspaceOf(principal)
  const row = await context.db.read(workspaceId).credentials.get(change.id)
  checkEchoes(change.input, presentCredential(row), ['id', 'workspaceId', 'createdDate', 'credentialName'])
  const type = context.catalogue.findCredentialType(row.credentialName)
  const fields = change.input.plainDataObj
    ? mergeFields(openFields(context, row), change.input.plainDataObj, type)
    : undefined
  if (fields) checkFields(context, row.credentialName, fields)
  const updated = await context.db.write(workspaceId, (writer) =>
    writer.credentials.update(
      change.id,
      {
        ...(change.input.name === undefined ? {} : { name: change.input.name }),
        ...(fields ? { sealed: sealFields(context, change.id, fields) } : {}),
      },
      { expectedRevision: change.expectedRevision },
    ),
  )
  return presentCredential(updated)
}
