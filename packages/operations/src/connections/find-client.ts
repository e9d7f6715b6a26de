import { RunnelError } from '@runnel/contract'
import type { CredentialRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { openFields } from '../credential-secrets.ts'
import { type Endpoints, readEndpoints } from './endpoints.ts'

/** A credential as the client of a vendor. */
export interface OAuth2Client {
  endpoints: Endpoints
  fields: Record<string, string>
  /** What the vendor knows it by; it stands in the bodies of requests only. */
  identity: { client_id: string; client_secret: string }
}

/** The client that a credential describes. @throws RunnelError `invalid_input` where its type is not connected by OAuth2 */
export function findClient(
  context: Pick<OperationContext, 'catalogue' | 'vault'>,
  row: CredentialRow,
): OAuth2Client {
  const type = context.catalogue.findCredentialType(row.credentialName)
  if (!type?.oauth2) {
    throw new RunnelError(
      'invalid_input',
      `The credential “${row.name}” has no account to connect: it holds a key.`,
    )
  }
  const fields = openFields(context, row)
  const { clientId = '', clientSecret = '' } = fields
  return {
    fields,
    endpoints: readEndpoints(type.oauth2, fields),
    identity: { client_id: clientId.trim(), client_secret: clientSecret.trim() },
  }
}
