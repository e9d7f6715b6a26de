import { BLANK_MARKER, RunnelError } from '@runnel/contract'
import type { CredentialRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { credentialContext, parseCredentialFields } from './open-vendor.ts'

/** Refuses fields that are needed and empty, or that show what was blanked. @throws RunnelError `invalid_input` */
export function checkFields(
  context: OperationContext,
  typeName: string,
  fields: Record<string, string>,
): void {
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

/** Seals the fields of a credential for its record. */
export function sealFields(context: OperationContext, id: string, fields: Record<string, string>): string {
  return context.vault.seal(JSON.stringify(fields), credentialContext(id))
}

/** Opens the fields of a stored credential. */
export function openFields(context: OperationContext, row: CredentialRow): Record<string, string> {
  return parseCredentialFields(context.vault.open(row.sealed, credentialContext(row.id)))
}
