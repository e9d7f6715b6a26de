import { RunnelError } from '@runnel/contract'
import type { CredentialRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { openFields } from '../credential-secrets.ts'
import { type Endpoints, readEndpoints } from './endpoints.ts'
import { type ClientProof, proveClient, type ServerClient } from './sign-in-server.ts'

/** A credential as the client of a vendor. */
export interface OAuth2Client {
  endpoints: Endpoints
  /** What its request for consent is made of. */
  fields: Record<string, string>
  /** What the vendor knows it by; it stands in the bodies and headers of requests only. */
  proof: ClientProof
}

/**
 * The client that a credential describes; `known` is what was found of one whose server names its sign-in server.
 * @throws RunnelError `invalid_input` where its type is not connected by OAuth2, or was not connected yet
 */
export function findClient(
  context: Pick<OperationContext, 'catalogue' | 'vault'>,
  row: CredentialRow,
  known?: ServerClient,
): OAuth2Client {
  const definition = getOAuth2(context, row)
  if ('serverField' in definition) {
    if (known) return clientOfServer(known)
    throw new RunnelError(
      'invalid_input',
      `No account is connected to the credential “${row.name}”. Open it and press Connect.`,
    )
  }
  const fields = openFields(context, row)
  const { clientId = '', clientSecret = '' } = fields
  return {
    fields,
    endpoints: readEndpoints(definition, fields),
    proof: { fields: { client_id: clientId.trim(), client_secret: clientSecret.trim() }, headers: {} },
  }
}

/** How a credential is connected. @throws RunnelError `invalid_input` where its type is not connected by OAuth2 */
export function getOAuth2({ catalogue }: Pick<OperationContext, 'catalogue'>, row: CredentialRow) {
  const type = catalogue.findCredentialType(row.credentialName)
  if (type?.oauth2) return type.oauth2
  throw new RunnelError(
    'invalid_input',
    `The credential “${row.name}” has no account to connect: it holds a key.`,
  )
}

/** The client that is known at the sign-in server of a server. */
export function clientOfServer(known: ServerClient): OAuth2Client {
  const { authorisationUrl, tokenUrl, revocationUrl, clientId, scope, resource, issuer: namedBy } = known
  const more = new URLSearchParams({ resource })
  // Without it a person who agreed before is not asked, and no refresh token is given.
  if (scope.split(' ').includes('offline_access')) more.set('prompt', 'consent')
  return {
    fields: { clientId, scope, additionalParameters: more.toString() },
    endpoints: { authorisationUrl, tokenUrl, ...(revocationUrl !== undefined && { revocationUrl }), namedBy },
    proof: proveClient(known),
  }
}
