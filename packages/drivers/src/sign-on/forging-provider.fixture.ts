import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a forged identity token says otherwise than an honest one. */
export interface ForgedToken {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  /** Signed by a key that is not published, by the client's secret, or not at all. */
  signedBy?: 'published' | 'stranger' | 'secret' | 'nobody'
}

/** A provider that lies as it is told, to see what is believed. */
export interface ForgingProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Where it says that people sign in. */
  signInUrl: string
  /** By which algorithms it says that it signs. */
  algorithms: string[]
  /** What else its metadata hold. */
  moreMetadata: object
  /** How the next token lies. */
  forge: ForgedToken
  /** What the last token request said. */
  lastForm: URLSearchParams
  /** Where keys of a stranger lie, for tokens that name them. */
  strangersKeys: string
  /** Whether somebody asked for the stranger's keys. */
  askedStranger: boolean
  /** The way back that this provider would send a browser, of the address at which it signs in. */
  comeBack(url: string): string
  close(): Promise<void>
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const publicJwk = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid, use: 'sig' })

/** Starts it. */
export async function startForgingProvider(): Promise<ForgingProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const nonces = new Map<string, string>()
  const provider: ForgingProvider = {
    issuer,
    clientId: 'client',
    clientSecret: 'canary-client-secret',
    signInUrl: `${issuer}/authorize`,
    algorithms: ['RS256', 'HS256', 'none'],
    moreMetadata: {},
    forge: {},
    lastForm: new URLSearchParams(),
    strangersKeys: `${issuer}/stranger`,
    askedStranger: false,
    comeBack(url) {
      const asked = new URL(url).searchParams
      const code = crypto.randomUUID()
      nonces.set(code, asked.get('nonce') ?? '')
      const back = new URL(asked.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString()
      return back.href
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  const answers: Record<string, (form: URLSearchParams) => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: provider.signInUrl,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: provider.algorithms,
      ...provider.moreMetadata,
    }),
    '/keys': () => ({ keys: [publicJwk(own.publicKey, 'one')] }),
    '/stranger': () => {
      provider.askedStranger = true
      return { keys: [publicJwk(stranger.publicKey, 'one')] }
    },
    '/token': (form) => {
      provider.lastForm = form
      const nonce = nonces.get(form.get('code') ?? '') ?? ''
      const id = forgeToken(provider, nonce, { own: own.privateKey, stranger: stranger.privateKey })
      return { access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: id }
    },
  }
  server.on('request', async (request, response) => {
    const answer = answers[request.url ?? '']
    const form = new URLSearchParams(await text(request))
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer?.(form) ?? {}))
  })
  return provider
}

function forgeToken(
  provider: ForgingProvider,
  nonce: string,
  keys: { own: KeyObject; stranger: KeyObject },
): string {
  const { header = {}, claims = {}, signedBy = 'published' } = provider.forge
  const now = Math.floor(Date.now() / 1_000)
  const honest = {
    iss: provider.issuer,
    sub: 'victim',
    aud: provider.clientId,
    iat: now,
    exp: now + 300,
    nonce,
  }
  const person = { email: 'victim@example.com', email_verified: true, name: 'Vic' }
  const algorithm = { published: 'RS256', stranger: 'RS256', secret: 'HS256', nobody: 'none' }[signedBy]
  const head = encode({ alg: algorithm, kid: 'one', ...header })
  const body = `${head}.${encode({ ...honest, ...person, ...claims })}`
  if (signedBy === 'nobody') return `${body}.`
  if (signedBy === 'secret')
    return `${body}.${createHmac('sha256', provider.clientSecret).update(body).digest('base64url')}`
  const key = signedBy === 'stranger' ? keys.stranger : keys.own
  return `${body}.${sign('sha256', Buffer.from(body), key).toString('base64url')}`
}
