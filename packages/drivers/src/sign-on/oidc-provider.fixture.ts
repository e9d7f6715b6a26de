/// <reference path="./oidc-provider-types.d.ts" />
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** Somebody whom the provider knows. */
export interface ProviderPerson {
  subject: string
  email?: string
  emailVerified?: boolean
  name?: string
  /** What a vendor says beside it: `hd`, `oid`, `tid`, `preferred_username`. */
  more?: Record<string, unknown>
}

/** A provider of OpenID Connect on this machine: the real one, which signs whoever is set in without a question. */
export interface TestOidcProvider {
  /** Its name for itself. */
  issuer: string
  /** Where it listens. */
  origin: string
  clientId: string
  clientSecret: string
  /** Who signs in next. */
  person: ProviderPerson
  /** Lets our product sign people in, at those addresses. */
  register(redirectUris: string[]): void
  /** Goes through the provider's pages as a browser does; gives the address to which it sends back. */
  signIn(url: string): Promise<string>
  close(): Promise<void>
}

const CLIENT = { clientId: 'runnel-test', clientSecret: 'canary-client-secret' }

/**
 * Starts it; it knows nobody before `register`.
 * @param named the issuer whose part it plays, as `https://accounts.google.com`, for calls that are led here; itself when absent
 */
export async function startOidcProvider(named?: string): Promise<TestOidcProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = named ?? origin
  const started: TestOidcProvider = {
    issuer,
    origin,
    ...CLIENT,
    person: { subject: 'person-1', email: 'nora@example.com', emailVerified: true, name: 'Nora New' },
    register: (redirectUris) => serve(server, started, redirectUris),
    signIn: (url) => walk({ issuer: new URL(issuer).origin, origin }, url),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return started
}

function serve(server: Server, started: TestOidcProvider, redirectUris: string[]): void {
  const people = new Map<string, ProviderPerson>()
  const provider = new Provider(started.issuer, configurationOf(redirectUris, people))
  const answer = provider.callback()
  const named = new URL(started.issuer)
  const folder = named.pathname.replace(/\/$/, '')
  // Behind the name that it has, as behind a proxy.
  provider.proxy = true
  server.on('request', async (request, response) => {
    const path = request.url ?? '/'
    Object.assign(request, {
      originalUrl: path,
      url: path.startsWith(`${folder}/`) ? path.slice(folder.length) : path,
    })
    Object.assign(request.headers, { host: named.host, 'x-forwarded-proto': named.protocol.slice(0, -1) })
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const { params, prompt } = await provider.interactionDetails(request, response)
    const { subject } = started.person
    people.set(subject, started.person)
    const grant = new provider.Grant({ accountId: subject, clientId: params.client_id })
    grant.addOIDCScope('openid email profile')
    const result =
      prompt.name === 'login'
        ? { login: { accountId: subject, remember: false } }
        : { consent: { grantId: await grant.save() } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
  })
}

/** What vendors put into every identity token. */
const VENDORS_CLAIMS = ['hd', 'oid', 'tid', 'preferred_username', 'xms_edov']

function configurationOf(redirectUris: string[], people: ReadonlyMap<string, ProviderPerson>): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'one', alg: 'RS256' }] },
    cookies: { keys: ['only-for-tests'] },
    claims: { openid: ['sub', ...VENDORS_CLAIMS], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => {
        const { subject, email, emailVerified, name, more } = people.get(accountId) ?? { subject: accountId }
        return { sub: subject, email, email_verified: emailVerified, name, ...more }
      },
    }),
  }
}

const MOST_STEPS = 12

async function walk({ issuer, origin }: { issuer: string; origin: string }, first: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = first
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url.replace(issuer, origin), { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
    url = new URL(location, url).href
    if (!url.startsWith(`${issuer}/`)) return url
  }
  throw new Error(`The provider sent on more than ${MOST_STEPS} times.`)
}
