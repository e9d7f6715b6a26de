import { randomUUID } from 'node:crypto'
import { type Principal, workspaceOf } from '@runnel/access'
import { auditEntry } from '../audit-entry.ts'
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
  const { name, credentialName } = input
  const sealed = sealFields(context, id, input.plainDataObj)
  const row = await context.db.write(workspaceOf(principal), async (writer) => {
    const subject = { kind: 'credential', id, name }
    const after = { name, credentialName, fields: Object.keys(input.plainDataObj) }
    await writer.audit.append(auditEntry(principal, { action: 'credential.created', subject, after }))
    return writer.credentials.insert({ id, name, credentialName, sealed })
  })
  return presentCredential(row)
}
