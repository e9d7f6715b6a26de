import { RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { readServerWish } from './read-server-wish.ts'
import { readSignInServer, type SignInServer } from './read-sign-in-server.ts'
import { registerClient } from './register-client.ts'
import type { ClientMethod, ServerClient } from './sign-in-server.ts'

/** What a credential says of the server and of the client; all but the server may be empty. */
export interface ServerFields {
  server: string
  issuer: string
  clientId: string
  clientSecret: string
  scope: string
}

/** Reads the fields of a credential whose server stands in `serverField`. */
export function readServerFields(serverField: string, fields: Record<string, string>): ServerFields {
  const get = (name: string) => (fields[name] ?? '').trim()
  return {
    server: get(serverField),
    issuer: get('issuer'),
    clientId: get('clientId'),
    clientSecret: get('clientSecret'),
    scope: get('scope'),
  }
}

/**
 * Finds where people sign in for a server, as the protocol has it: the server names its sign-in server, that one tells its
 * addresses, and registers the client where the credential names none. Each is asked through the guarded client, and is
 * who it says. @throws RunnelError `invalid_input` that says what the credential needs, `upstream_error`, `egress_denied`
 */
export async function discoverClient(
  context: Pick<OperationContext, 'egress'>,
  fields: ServerFields,
  redirectUri: string,
): Promise<ServerClient> {
  const wish = await readServerWish(context, fields.server)
  const namedBy = fields.issuer === '' ? fields.server : undefined
  const signIn = await readSignInServer(context, chooseIssuer(fields, wish.issuers), namedBy)
  const scope = fields.scope || chooseScope(wish.scopes, signIn)
  const client =
    fields.clientId === ''
      ? await registerClient(context, signIn, { redirectUri, scope })
      : ownClient(fields, signIn)
  const { issuer, authorisationUrl, tokenUrl, revocationUrl, namesItself } = signIn
  return {
    server: fields.server,
    resource: wish.resource,
    issuer,
    authorisationUrl,
    tokenUrl,
    ...(revocationUrl !== undefined && { revocationUrl }),
    namesItself,
    ...client,
    scope,
  }
}

/** A server may name several; which one is trusted with a secret says the credential. */
function chooseIssuer({ server, issuer }: ServerFields, offered: string[]): string {
  const [first] = offered
  if (issuer === '' && first !== undefined) return first
  const found = offered.find((each) => isSame(each, issuer))
  if (found !== undefined) return found
  throw new RunnelError(
    'invalid_input',
    `${new URL(server).host} names ${offered.map((each) => new URL(each).host).join(', ')} as its sign-in server, and not the one of the credential. Open the credential and correct “Sign-in server”.`,
  )
}

const isSame = (a: string, b: string) => a.replace(/\/$/, '') === b.replace(/\/$/, '')

/** All that the server names; with the right to stay signed in where that is to be asked for. */
function chooseScope(wanted: string[], { scopes }: SignInServer): string {
  const stays = scopes.includes('offline_access') && wanted.length > 0 ? ['offline_access'] : []
  return [...new Set([...wanted, ...stays])].join(' ')
}

function ownClient(
  { clientId, clientSecret }: ServerFields,
  { methods }: SignInServer,
): { clientId: string; clientSecret: string; method: ClientMethod } {
  if (clientSecret === '') return { clientId, clientSecret, method: 'none' }
  const isBasic = methods.includes('client_secret_basic') || !methods.includes('client_secret_post')
  return { clientId, clientSecret, method: isBasic ? 'client_secret_basic' : 'client_secret_post' }
}
