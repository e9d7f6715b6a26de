import { BLANK_MARKER, RunnelError } from '@runnel/contract'
import { findOAuth2Faults } from '../connections/endpoints.ts'
import type { OperationContext } from '../context.ts'

/** Refuses a type that nobody brings. @throws RunnelError `invalid_input` */
export function checkType(context: OperationContext, name: string): void {
  if (context.catalogue.findCredentialType(name)) return
  throw new RunnelError('invalid_input', `credentialName: there is no credential type “${name}”`, {
    issues: [{ path: 'credentialName', message: 'is not a type of credential' }],
  })
}

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
    ...(type?.oauth2 ? findOAuth2Faults(type.oauth2, fields) : []),
  ]
  const first = issues[0]
  if (first) throw new RunnelError('invalid_input', `${first.path}: ${first.message}`, { issues })
}
