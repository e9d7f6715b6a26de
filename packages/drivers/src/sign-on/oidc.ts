import { type Refusal, refusalOf, tellWhy } from '@runnel/contract'
import type * as Client from 'openid-client'
import type { EgressFetch } from '../egress/create-egress.ts'
import { type EmailProof, provesEmail } from './email-proof.ts'
import { addressOf, type ProvenPerson, textOf } from './proven-person.ts'
import { keepKnownMetadata } from './provider-metadata.ts'
import { refusedBy, tellRefusal, toSignOnError, unproven } from './sign-on-fault.ts'

/** A provider that speaks OpenID Connect, and what it knows us by. */
export interface OidcProvider {
  /** Its metadata are asked below this address, and must name it: `https://accounts.google.com`. */
  issuer: string
  clientId: string
  clientSecret: string
  /** What it shows of addresses; `email_verified` when absent. */
  emailProof?: EmailProof
}

/** What the end of a sign-in needs of its beginning. */
export interface BegunOidc {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

const SECONDS_TO_ANSWER = 15
const CLOCKS_MAY_DIFFER_SECONDS = 60
/** Signatures that are believed. None is made with a secret that both sides know, and `none` is no signature. */
const ALGORITHMS = new Set([
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
])

const loadClient = () => import('openid-client')

/** As metadata are asked for the first time in every sign-in, a key that a provider took back counts no more. */
async function discover(
  fetch: EgressFetch,
  { issuer, clientId, clientSecret }: OidcProvider,
): Promise<{ client: typeof Client; config: Client.Configuration }> {
  const client = await loadClient()
  const isPlain = new URL(issuer).protocol === 'http:'
  const config = await client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: CLOCKS_MAY_DIFFER_SECONDS },
    authBy(client, clientSecret),
    {
      [client.customFetch]: async (url, options) => {
        const response = await fetch(url, { ...(options as RequestInit), redirect: 'error' })
        return url.includes('/.well-known/') ? keepKnownMetadata(response) : response
      },
      timeout: SECONDS_TO_ANSWER,
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
    },
  )
  const metadata = config.serverMetadata()
  assertOneIssuer(metadata)
  assertAlgorithms(metadata)
  return { client, config }
}

/** Metadata of Microsoft for all tenants hold a place for the tenant, which the token would fill in itself. */
function assertOneIssuer({ issuer }: Client.ServerMetadata): void {
  if (!/[{}]|%7[bd]/i.test(issuer)) return
  throw unproven(tellWhy('provider_no_issuer', { host: new URL(issuer).host }))
}

/** As the provider says that it takes the secret; where it says nothing, in the header. */
function authBy(client: typeof Client, secret: string): Client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (...call) => {
    const taken = call[0].token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const auth = taken.includes('client_secret_basic') || !taken.includes('client_secret_post') ? basic : post
    auth(...call)
  }
}

function assertAlgorithms({
  issuer,
  id_token_signing_alg_values_supported: offered = ['RS256'],
}: Client.ServerMetadata): void {
  if (offered.some((algorithm) => ALGORITHMS.has(algorithm))) return
  const { host } = new URL(issuer)
  throw unproven(tellWhy('provider_unsigned', { host, algorithms: offered.join(', ') }))
}

/** The address at which somebody signs in. @throws RunnelError when the provider cannot be asked */
export async function beginOidc(
  fetch: EgressFetch,
  provider: OidcProvider,
  redirectUri: string,
): Promise<{ url: string; begun: BegunOidc }> {
  const { host } = new URL(provider.issuer)
  try {
    const { client, config } = await discover(fetch, provider)
    const begun = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      redirectUri,
    }
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
    })
    return { url: url.href, begun }
  } catch (error) {
    throw toSignOnError(host, error)
  }
}

/**
 * Who came back. Checked: state, nonce, PKCE, issuer, audience, times, and the signature by the keys that the provider
 * publishes; keys that a token names itself are not looked at. @throws RunnelError `unauthenticated`, `upstream_error`
 */
export async function finishOidc(
  fetch: EgressFetch,
  provider: OidcProvider,
  { begun, query }: { begun: BegunOidc; query: URLSearchParams },
): Promise<ProvenPerson> {
  const { host } = new URL(provider.issuer)
  try {
    const { client, config } = await discover(fetch, provider)
    const currentUrl = new URL(begun.redirectUri)
    currentUrl.search = query.toString()
    const tokens = await client.authorizationCodeGrant(config, currentUrl, {
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      pkceCodeVerifier: begun.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (claims === undefined) throw unproven(tellWhy('provider_no_person', { host }))
    const more = await readMore({ client, config }, tokens.access_token, claims)
    return describe({ ...more, ...claims }, provider)
  } catch (error) {
    throw toSignOnError(host, error)
  }
}

/** What the identity token leaves out is asked with the access token, of the same person. */
async function readMore(
  { client, config }: { client: typeof Client; config: Client.Configuration },
  accessToken: string,
  claims: Client.IDToken,
): Promise<Record<string, unknown>> {
  if (claims.email !== undefined && claims.name !== undefined) return {}
  if (config.serverMetadata().userinfo_endpoint === undefined) return {}
  return client.fetchUserInfo(config, accessToken, claims.sub)
}

function describe(
  claims: Record<string, unknown>,
  { emailProof = 'standard' }: Pick<OidcProvider, 'emailProof'>,
): ProvenPerson {
  const email = textOf(claims.email) ?? textOf(claims.preferred_username) ?? textOf(claims.upn)
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    email: addressOf(email),
    // An address that came under another name was not what the provider said that it verified.
    isEmailVerified: textOf(claims.email) === null ? undefined : provesEmail(emailProof, claims),
    name: textOf(claims.name, 100),
  }
}

/**
 * Asks a provider for its metadata and keys, and shows it our id and secret with a code that is none: it says whether it
 * knows the client before it looks at the code. Gives what it found, in words.
 * @throws RunnelError saying what is wrong
 */
export async function testOidc(
  fetch: EgressFetch,
  provider: OidcProvider,
  redirectUri: string,
): Promise<Refusal> {
  const { host } = new URL(provider.issuer)
  try {
    const { client, config } = await discover(fetch, provider)
    const { jwks_uri: keys, authorization_endpoint: page, token_endpoint: tokens } = config.serverMetadata()
    if (page === undefined || tokens === undefined || keys === undefined)
      throw refusalOf('upstream_error', tellWhy('provider_no_page', { host }))
    await countKeys(fetch, keys)
    await client
      .genericGrantRequest(config, 'authorization_code', {
        code: 'runnel-tests-the-connection',
        redirect_uri: redirectUri,
        code_verifier: client.randomPKCECodeVerifier(),
      })
      .catch((error: unknown) => assertKnown(host, error))
    return tellWhy('provider_works', { host })
  } catch (error) {
    throw toSignOnError(host, error)
  }
}

async function countKeys(fetch: EgressFetch, url: string): Promise<void> {
  const response = await fetch(url, { redirect: 'error', headers: { accept: 'application/json' } })
  const { keys } = (response.ok ? await response.json().catch(() => ({})) : {}) as { keys?: unknown }
  if (Array.isArray(keys) && keys.length > 0) return
  throw refusalOf('upstream_error', tellWhy('provider_no_keys', { host: new URL(url).host }))
}

/** A refusal of the code itself is what was to come. */
function assertKnown(host: string, error: unknown): void {
  const refusal = refusedBy(error)
  if (refusal === 'invalid_grant' || refusal === 'invalid_request') return
  if (refusal !== undefined) throw refusalOf('upstream_error', tellRefusal(host, refusal), { cause: error })
  throw error
}
