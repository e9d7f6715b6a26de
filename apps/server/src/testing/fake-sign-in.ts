import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request to a sign-in server. */
export interface SignInRequest {
  path: string
  form: Record<string, string>
  authorization: string | undefined
}

interface Grant {
  clientId: string
  challenge: string
  redirectUri: string
  resource: string
}

/** A sign-in server of its own on this machine: registers clients, takes proof keys, rotates refresh tokens. */
export class FakeSignIn {
  origin = ''
  /** What it says of itself beside, or in place of, what is true. */
  says: Record<string, unknown> = {}
  lasts = 3_600
  readonly requests: SignInRequest[] = []
  /** Every token, code and secret that it made. */
  readonly secrets: string[] = []
  /** Which server each good access token is for. */
  readonly access = new Map<string, string>()
  readonly refresh = new Map<string, Grant>()
  readonly #grants = new Map<string, Grant>()
  readonly #clients = new Map<string, string>()

  /** A client that somebody registered by hand. */
  addClient(id: string, secret = ''): void {
    this.#clients.set(id, secret)
  }

  /** Somebody agrees at an address of its authorisation; gives the query of the call-back. */
  consent(address: string): { code: string; state: string; iss: string } {
    const { searchParams } = new URL(address)
    const get = (name: string) => searchParams.get(name) ?? ''
    if (!this.#clients.has(get('client_id'))) throw new Error(`No client ${get('client_id')}`)
    const code = this.#make('code')
    this.#grants.set(code, {
      clientId: get('client_id'),
      challenge: get('code_challenge'),
      redirectUri: get('redirect_uri'),
      resource: get('resource'),
    })
    return { code, state: get('state'), iss: this.origin }
  }

  #make(kind: string): string {
    const secret = `canary-${kind}-${randomUUID()}`
    this.secrets.push(secret)
    return secret
  }

  #register(asked: { token_endpoint_auth_method?: string }): object {
    const id = `client-${randomUUID()}`
    const hasSecret = asked.token_endpoint_auth_method !== 'none'
    const secret = hasSecret ? this.#make('client') : ''
    this.addClient(id, secret)
    return { ...asked, client_id: id, ...(hasSecret && { client_secret: secret }) }
  }

  /** Who asks, by what they show; undefined for nobody. */
  #identify({ form, authorization }: SignInRequest): string | undefined {
    const basic = authorization?.startsWith('Basic ') ? atob(authorization.slice(6)) : undefined
    const [id = '', secret = ''] = basic?.split(':').map(decodeURIComponent) ?? [
      form.client_id,
      form.client_secret,
    ]
    return this.#clients.get(id) === secret ? id : undefined
  }

  #issue(grant: Grant): object {
    const [access, refresh] = [this.#make('access'), this.#make('refresh')]
    this.access.set(access, grant.resource)
    this.refresh.set(refresh, grant)
    return { access_token: access, refresh_token: refresh, expires_in: this.lasts, token_type: 'bearer' }
  }

  #giveToken(request: SignInRequest): object {
    const clientId = this.#identify(request)
    const {
      grant_type,
      code = '',
      code_verifier = '',
      redirect_uri,
      refresh_token = '',
      resource,
    } = request.form
    if (clientId === undefined) return { error: 'invalid_client' }
    if (grant_type === 'refresh_token') {
      const grant = this.refresh.get(refresh_token)
      this.refresh.delete(refresh_token)
      return grant?.clientId === clientId && grant.resource === resource
        ? this.#issue(grant)
        : { error: 'invalid_grant' }
    }
    const grant = this.#grants.get(code)
    this.#grants.delete(code)
    const proof = createHash('sha256').update(code_verifier).digest('base64url')
    const fits = grant?.challenge === proof && grant.redirectUri === redirect_uri
    return fits && grant.clientId === clientId && grant.resource === resource
      ? this.#issue(grant)
      : { error: 'invalid_grant' }
  }

  /** What it answers; undefined for 404. */
  answer(path: string, body: string, authorization: string | undefined): object | undefined {
    if (path === '/.well-known/oauth-authorization-server') {
      return {
        issuer: this.origin,
        authorization_endpoint: `${this.origin}/authorize`,
        token_endpoint: `${this.origin}/token`,
        registration_endpoint: `${this.origin}/register`,
        revocation_endpoint: `${this.origin}/revoke`,
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
        authorization_response_iss_parameter_supported: true,
        scopes_supported: ['tea', 'offline_access'],
        ...this.says,
      }
    }
    if (path === '/register') return this.#register(JSON.parse(body))
    const request = { path, form: Object.fromEntries(new URLSearchParams(body)), authorization }
    this.requests.push(request)
    if (path === '/token') return this.#giveToken(request)
    if (path !== '/revoke') return undefined
    this.refresh.delete(request.form.token ?? '')
    return {}
  }
}

/** Starts one on a free port of this machine. */
export async function startFakeSignIn(): Promise<FakeSignIn & { close(): Promise<void> }> {
  const fake = new FakeSignIn()
  const server = createServer(async (request: IncomingMessage, response) => {
    const answer = fake.answer(request.url ?? '', await text(request), request.headers.authorization)
    const status = answer === undefined ? 404 : 'error' in answer ? 400 : 200
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fake.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(fake, {
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}
