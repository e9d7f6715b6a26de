import { randomUUID } from 'node:crypto'
import { type Principal, workspaceOf } from '@runnel/access'
import type { OperationContext } from '../context.ts'
import { sealFields } from '../credential-secrets.ts'
import { checkFields, checkType } from './credential-fields.ts'
import { presentCredential, type ShownCredential } from './present-credential.ts'

/** Creates a credential; its fields are sealed before they are stored. */
export async function createCredential(
  context: OperationContext,
  principal: Principal,
  input: { name: string; credentialName: string; plainDataObj: Record<string, string> },
): Promise<ShownCredential> {
  checkType(context, input.credentialName)
  checkFields(context, input.credentialName, input.plainDataObj)
  const id = randomUUID()
  const row = await context.db.write(workspaceOf(principal), (writer) =>
    writer.credentials.insert({
      id,
      name: input.name,
      credentialName: input.credentialName,
      sealed: sealFields(context, id, input.plainDataObj),
    }),
  )
  return presentCredential(row)
}
