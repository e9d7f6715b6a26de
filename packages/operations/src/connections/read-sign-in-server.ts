import { type JsonObject, RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { askForJson, safeAddress, textsOf } from './ask-for-json.ts'

/** A sign-in server as it describes itself (RFC 8414). */
export interface SignInServer {
  issuer: string
  authorisationUrl: string
  tokenUrl: string
  registrationUrl?: string
  revocationUrl?: string
  namesItself: boolean
  scopes: string[]
  /** How clients may show their secret. */
  methods: string[]
}

/**
 * Asks a sign-in server for its addresses, at the places of OAuth and of OpenID Connect. One that calls itself by another
 * name is not believed (mix-up), and one without proof keys (PKCE, S256) is not used. `namedBy` is the server that named it.
 * @throws RunnelError `invalid_input`, `upstream_error`, `egress_denied`
 */
export async function readSignInServer(
  context: Pick<OperationContext, 'egress'>,
  issuer: string,
  namedBy?: string,
): Promise<SignInServer> {
  const { host } = new URL(issuer)
  for (const place of listPlaces(issuer)) {
    const { status, value } = await askForJson(context, place, { namedBy })
    if (status === 200 && value !== undefined) return readMetadata(issuer, value)
    if (status >= 500) throw unable(host, `has a fault of its own (status ${status}). Try again later`)
  }
  throw unable(host, 'does not say how people sign in there. Ask its operator for a key, and use that')
}

function listPlaces(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  const oauth = `${origin}/.well-known/oauth-authorization-server${path}`
  const openId = `${origin}/.well-known/openid-configuration${path}`
  return [...new Set([oauth, openId, `${origin}${path}/.well-known/openid-configuration`])]
}

function readMetadata(issuer: string, value: JsonObject): SignInServer {
  const { host } = new URL(issuer)
  if (typeof value.issuer !== 'string' || value.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) {
    throw new RunnelError(
      'invalid_input',
      `${host} calls itself by another name than the one by which it was asked, so it is not trusted.`,
    )
  }
  const [authorisationUrl, tokenUrl, registrationUrl, revocationUrl] = [
    value.authorization_endpoint,
    value.token_endpoint,
    value.registration_endpoint,
    value.revocation_endpoint,
  ].map(safeAddress)
  if (authorisationUrl === undefined || tokenUrl === undefined)
    throw unable(host, 'names no encrypted addresses for signing in')
  if (!textsOf(value.code_challenge_methods_supported).includes('S256'))
    throw unable(host, 'does not take proof keys (PKCE with S256), without which a code could be stolen')
  const methods = textsOf(value.token_endpoint_auth_methods_supported)
  return {
    issuer: value.issuer,
    authorisationUrl,
    tokenUrl,
    ...(registrationUrl !== undefined && { registrationUrl }),
    ...(revocationUrl !== undefined && { revocationUrl }),
    namesItself: value.authorization_response_iss_parameter_supported === true,
    scopes: textsOf(value.scopes_supported),
    methods: methods.length > 0 ? methods : ['client_secret_basic'],
  }
}

const unable = (host: string, words: string) => new RunnelError('upstream_error', `${host} ${words}.`)
