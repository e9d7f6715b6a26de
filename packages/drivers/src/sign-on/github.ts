import { createHash } from 'node:crypto'
import { isJsonObject, type JsonObject, type Refusal, refusalOf, tellWhy } from '@runnel/contract'
import type { EgressFetch } from '../egress/create-egress.ts'
import { createToken } from '../tokens/token.ts'
import { addressOf, type ProvenPerson, textOf } from './proven-person.ts'
import { tellRefusal, unproven } from './sign-on-fault.ts'

/** What GitHub knows us by. */
export interface GithubClient {
  clientId: string
  clientSecret: string
}

/** What the end of a sign-in needs of its beginning. */
export interface BegunGithub {
  state: string
  verifier: string
  redirectUri: string
}

const ISSUER = 'https://github.com'
const TOKENS = 'https://github.com/login/oauth/access_token'

/** The address at which somebody signs in. */
export function beginGithub(
  { clientId }: GithubClient,
  redirectUri: string,
): { url: string; begun: BegunGithub } {
  const begun = { state: createToken(), verifier: createToken(), redirectUri }
  const url = new URL('https://github.com/login/oauth/authorize')
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'read:user user:email',
    state: begun.state,
    code_challenge: createHash('sha256').update(begun.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    allow_signup: 'false',
  }).toString()
  return { url: url.href, begun }
}

/**
 * Who came back: GitHub's own number of the account, and the address that GitHub verified. The state was compared.
 * @throws RunnelError `unauthenticated`, `upstream_error`
 */
export async function finishGithub(
  fetch: EgressFetch,
  client: GithubClient,
  { begun, query }: { begun: BegunGithub; query: URLSearchParams },
): Promise<ProvenPerson> {
  const refusal = query.get('error')
  if (refusal !== null) throw unproven(tellRefusal('github.com', refusal), undefined, 'sso_refused')
  const code = query.get('code') ?? ''
  const answer = await askTokens(fetch, client, { code, begun })
  const token = textOf(answer.access_token, 1_000)
  if (token === null)
    throw unproven(tellRefusal('github.com', String(answer.error ?? '')), undefined, 'sso_refused')
  const [user, emails] = await Promise.all([
    ask(fetch, 'https://api.github.com/user', token),
    ask(fetch, 'https://api.github.com/user/emails', token),
  ])
  if (!isJsonObject(user) || typeof user.id !== 'number')
    throw unproven(tellWhy('provider_no_person', { host: 'github.com' }))
  const primary = Array.isArray(emails)
    ? emails.find((each) => isJsonObject(each) && each.primary === true && each.verified === true)
    : undefined
  const email = isJsonObject(primary) ? addressOf(primary.email) : null
  return {
    issuer: ISSUER,
    subject: String(user.id),
    email,
    isEmailVerified: email !== null,
    name: textOf(user.name, 100) ?? textOf(user.login, 100),
  }
}

/** Shows GitHub our id and secret with a code that is none. @throws RunnelError saying what is wrong */
export async function testGithub(
  fetch: EgressFetch,
  client: GithubClient,
  redirectUri: string,
): Promise<Refusal> {
  const begun = { state: '', verifier: createToken(), redirectUri }
  const { error } = await askTokens(fetch, client, { code: 'runnel-tests-the-connection', begun })
  if (error === 'bad_verification_code') return tellWhy('provider_works', { host: 'github.com' })
  throw refusalOf('upstream_error', tellRefusal('github.com', String(error ?? '')))
}

async function askTokens(
  fetch: EgressFetch,
  { clientId, clientSecret }: GithubClient,
  { code, begun }: { code: string; begun: BegunGithub },
): Promise<JsonObject> {
  const response = await fetch(TOKENS, {
    method: 'POST',
    redirect: 'error',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      code,
      redirect_uri: begun.redirectUri,
      code_verifier: begun.verifier,
    }).toString(),
  })
  const answer: unknown = await response.json().catch(() => undefined)
  // So an unknown client id is answered, with a page or with `{"error": "Not Found"}`.
  if (response.status === 404) return { error: 'incorrect_client_credentials' }
  if (isJsonObject(answer)) return answer
  throw refusalOf(
    'upstream_error',
    tellWhy('provider_no_token', { host: 'github.com', status: String(response.status) }),
  )
}

async function ask(fetch: EgressFetch, url: string, token: string): Promise<unknown> {
  const response = await fetch(url, {
    redirect: 'error',
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'runnel',
    },
  })
  if (response.ok) return response.json()
  throw refusalOf(
    'upstream_error',
    tellWhy('provider_person_unread', { host: 'api.github.com', status: String(response.status) }),
  )
}
