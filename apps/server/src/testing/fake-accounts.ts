import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request to the service behind the accounts, with a token that is good. */
export interface ServiceCall {
  method: string
  path: string
  body: string
}

/** A vendor on this machine: gives codes, exchanges them once, rotates refresh tokens, and serves good tokens only. */
export interface FakeAccounts {
  origin: string
  /** Gives consent at an address of its authorisation, and the call-back's query. */
  consent(address: string): { code: string; state: string; redirectUri: string }
  /** What reached the service with a good token. */
  served: ServiceCall[]
  /** Forms that reached the token server, without those of another path. */
  forms: Record<string, string>[]
  /** Every token and code that it made. */
  secrets: string[]
  /** How long its access tokens last, in seconds. */
  lasts: number
  /** Access tokens are good no more; refresh tokens stay. */
  forgetAccess(): void
  /** Nothing is good any more. */
  forgetAll(): void
  close(): Promise<void>
}

interface Grant {
  challenge: string
  redirectUri: string
  clientId: string
}

export const CLIENT = { clientId: 'client-of-tests', clientSecret: 'canary-client-secret-77' }
export const ACCOUNT = 'ada@example.com'

/** What the fake vendor knows. */
class TokenBook {
  readonly secrets: string[] = []
  readonly forms: Record<string, string>[] = []
  readonly grants = new Map<string, Grant>()
  readonly refreshTokens = new Set<string>()
  readonly accessTokens = new Set<string>()
  lasts = 3_600

  make(kind: string): string {
    const secret = `canary-${kind}-${randomUUID()}`
    this.secrets.push(secret)
    return secret
  }

  issue() {
    const [access, refresh] = [this.make('access'), this.make('refresh')]
    this.accessTokens.add(access)
    this.refreshTokens.add(refresh)
    const claims = Buffer.from(JSON.stringify({ email: ACCOUNT })).toString('base64url')
    return {
      access_token: access,
      refresh_token: refresh,
      expires_in: this.lasts,
      token_type: 'Bearer',
      id_token: `e30.${claims}.x`,
    }
  }

  exchangeCode(form: Record<string, string>) {
    const grant = this.grants.get(form.code ?? '')
    this.grants.delete(form.code ?? '')
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url')
    const fits = grant?.challenge === challenge && grant.redirectUri === form.redirect_uri
    return fits && grant.clientId === form.client_id ? this.issue() : { error: 'invalid_grant' }
  }

  answer(form: Record<string, string>): object {
    this.forms.push(form)
    if (form.client_secret !== CLIENT.clientSecret) return { error: 'invalid_client' }
    if (form.grant_type === 'authorization_code') return this.exchangeCode(form)
    // A refresh token works once: who uses an old one has lost the account.
    return this.refreshTokens.delete(form.refresh_token ?? '') ? this.issue() : { error: 'invalid_grant' }
  }
}

interface Answered {
  status: number
  value: object
}

/** The token server; undefined for requests to the service. */
function answerTokens(book: TokenBook, path: string, body: string): Answered | undefined {
  const form = Object.fromEntries(new URLSearchParams(body))
  if (path === '/revoke') {
    book.forms.push(form)
    return { status: 200, value: {} }
  }
  if (path !== '/token' && !path.endsWith('/oauth2/v2.0/token')) return undefined
  const value = book.answer(form)
  return { status: 'error' in value ? 400 : 200, value }
}

/** Starts it; lead the hosts of the vendor to its origin. */
export async function startFakeAccounts(): Promise<FakeAccounts> {
  const book = new TokenBook()
  const served: ServiceCall[] = []

  function serve(request: IncomingMessage, body: string): Answered {
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    if (!book.accessTokens.has(token))
      return { status: 401, value: { error: { message: `no such token ${token}` } } }
    served.push({ method: request.method ?? '', path: request.url ?? '', body })
    return { status: 200, value: { id: 'mail-1', messages: [{ id: 'mail-1' }] } }
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://fake')
    const body = await text(request)
    const { status, value } = answerTokens(book, pathname, body) ?? serve(request, body)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(book, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served,
    consent(address: string) {
      const params = new URL(address).searchParams
      const get = (name: string) => params.get(name) ?? ''
      const [code, challenge, redirectUri] = [book.make('code'), get('code_challenge'), get('redirect_uri')]
      book.grants.set(code, { challenge, redirectUri, clientId: get('client_id') })
      return { code, state: get('state'), redirectUri }
    },
    forgetAccess: () => book.accessTokens.clear(),
    forgetAll() {
      book.accessTokens.clear()
      book.refreshTokens.clear()
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}
