import { RunnelError } from '@runnel/contract'

/** What is known of a client at the sign-in server that a server named; sealed wherever it is kept. */
export interface ServerClient {
  /** The address of the server that its tokens are for: they are sent nowhere else. */
  server: string
  /** That server, as it calls itself (`resource`). */
  resource: string
  /** The sign-in server, as it calls itself. */
  issuer: string
  authorisationUrl: string
  tokenUrl: string
  revocationUrl?: string
  /** The sign-in server says in every answer who it is: one without that is not its own. */
  namesItself: boolean
  clientId: string
  clientSecret: string
  /** How the client shows its secret. */
  method: ClientMethod
  scope: string
}

/** How a client says who it is (RFC 6749, 2.3.1). */
export type ClientMethod = 'none' | 'client_secret_post' | 'client_secret_basic'

/** What a request to a token server carries of the client. */
export interface ClientProof {
  fields: Record<string, string>
  headers: Record<string, string>
}

/** How this client says who it is, and for which server it wants a token. */
export function proveClient({ clientId, clientSecret, method, resource }: ServerClient): ClientProof {
  const fields = { client_id: clientId, resource }
  if (method === 'none') return { fields, headers: {} }
  if (method === 'client_secret_post')
    return { fields: { ...fields, client_secret: clientSecret }, headers: {} }
  const pair = [clientId, clientSecret].map(encodeFormText).join(':')
  return { fields: { resource }, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}

const encodeFormText = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)

/**
 * Refuses an answer of another sign-in server than the one that was asked (RFC 9207): its code is not taken to that one.
 * @throws RunnelError `invalid_input`
 */
export function checkIssuer({ issuer, namesItself }: ServerClient, told: string | undefined): void {
  if (told === issuer || (told === undefined && !namesItself)) return
  throw new RunnelError(
    'invalid_input',
    `This answer does not come from ${new URL(issuer).host}, which was asked. Open the credential and press Connect.`,
  )
}
