import { RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { askForJson } from './ask-for-json.ts'
import type { SignInServer } from './read-sign-in-server.ts'
import type { ClientMethod, ServerClient } from './sign-in-server.ts'

const METHODS: readonly ClientMethod[] = ['none', 'client_secret_basic', 'client_secret_post']

/**
 * Registers a client of its own for a credential (RFC 7591); it needs no secret where the server takes one without.
 * @throws RunnelError `invalid_input` where the server registers nobody; `upstream_error`, `egress_denied`
 */
export async function registerClient(
  context: Pick<OperationContext, 'egress'>,
  { issuer, registrationUrl, methods }: SignInServer,
  { redirectUri, scope }: { redirectUri: string; scope: string },
): Promise<Pick<ServerClient, 'clientId' | 'clientSecret' | 'method'>> {
  const { host } = new URL(issuer)
  if (registrationUrl === undefined) {
    throw new RunnelError(
      'invalid_input',
      `${host} registers no clients by itself. Register one there with the redirect address that the credential shows, and fill in its client id.`,
    )
  }
  const wanted = METHODS.find((method) => methods.includes(method)) ?? 'none'
  const { status, value } = await askForJson(context, registrationUrl, {
    namedBy: issuer,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Runnel',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: wanted,
      ...(scope !== '' && { scope }),
    }),
  })
  const {
    client_id: clientId,
    client_secret: secret,
    token_endpoint_auth_method: told = wanted,
  } = value ?? {}
  const method = METHODS.find((each) => each === told)
  const isRegistered = status >= 200 && status < 300 && typeof clientId === 'string' && clientId !== ''
  const clientSecret = typeof secret === 'string' ? secret : ''
  if (!isRegistered || method === undefined || (method !== 'none' && clientSecret === '')) {
    throw new RunnelError(
      'upstream_error',
      `${host} did not register a client (status ${status}). Register one there with the redirect address that the credential shows, and fill in its client id.`,
    )
  }
  return { clientId, clientSecret, method }
}
