import { randomUUID } from 'node:crypto'
import type { Principal } from '@runnel/access'
import { BLANK_MARKER, type Credential, RunnelError } from '@runnel/contract'
import type { CredentialRow, PageQuery } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { checkEchoes } from '../flows/check-echoes.ts'
import type { Deletion } from '../flows/delete-flow.ts'
import { workspaceOf } from '../flows/flow-permissions.ts'
import { credentialContext, parseCredentialFields } from '../runs/open-credential.ts'
import { blankFields, mergeFields, presentCredential } from './present-credential.ts'

type ShownCredential = Omit<Credential, 'plainDataObj'>

/** Fields of a credential that is created or changed. */
export interface CredentialInput {
  name?: string | undefined
  credentialName?: string | undefined
  plainDataObj?: Record<string, string> | undefined
}

function checkType(context: OperationContext, name: string): void {
  if (context.catalogue.findCredentialType(name)) return
  throw new RunnelError('invalid_input', `credentialName: there is no credential type “${name}”`, {
    issues: [{ path: 'credentialName', message: 'is not a type of credential' }],
  })
}

function checkFields(context: OperationContext, typeName: string, fields: Record<string, string>): void {
  const type = context.catalogue.findCredentialType(typeName)
  const missing = (type?.inputs ?? []).filter(
    (input) => input.optional !== true && (fields[input.name] ?? '') === '',
  )
  const issues = [
    ...missing.map((input) => ({ path: `plainDataObj.${input.name}`, message: `${input.label} is needed` })),
    ...Object.entries(fields).flatMap(([name, value]) =>
      value === BLANK_MARKER ? [{ path: `plainDataObj.${name}`, message: 'type the value anew' }] : [],
    ),
  ]
  const first = issues[0]
  if (first) throw new RunnelError('invalid_input', `${first.path}: ${first.message}`, { issues })
}

function seal(context: OperationContext, id: string, fields: Record<string, string>): string {
  return context.vault.seal(JSON.stringify(fields), credentialContext(id))
}

function openFields(context: OperationContext, row: CredentialRow): Record<string, string> {
  return parseCredentialFields(context.vault.open(row.sealed, credentialContext(row.id)))
}

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
      sealed: seal(context, id, input.plainDataObj),
    }),
  )
  return presentCredential(row)
}

/** Lists credentials by type, without fields. */
export async function listCredentials(
  context: OperationContext,
  principal: Principal,
  query: PageQuery & { credentialName?: string | string[] | undefined },
): Promise<{ rows: ShownCredential[]; total: number }> {
  const { rows, total } = await context.db
    .read(workspaceOf(principal))
    .credentials.list({ limit: 200, ...query })
  return { rows: rows.map(presentCredential), total }
}

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
        ...(fields ? { sealed: seal(context, change.id, fields) } : {}),
      },
      { expectedRevision: change.expectedRevision },
    ),
  )
  return presentCredential(updated)
}

/** Deletes a credential; flows that use it say so when they run. */
export async function deleteCredential(
  context: OperationContext,
  principal: Principal,
  id: string,
): Promise<Deletion> {
  await context.db.write(workspaceOf(principal), (writer) => writer.credentials.delete(id))
  return { raw: [], affected: 1 }
}
