import { RunnelError, type ScimFault } from '@runnel/contract'

/** A fault of a request in SCIM's word and in words for people. */
export function scimFault(scimType: ScimFault, message: string, cause?: unknown): RunnelError {
  return new RunnelError('invalid_input', message, { cause, body: { scimType } })
}
