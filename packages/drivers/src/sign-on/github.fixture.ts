import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** An address of an account of GitHub, as `/user/emails` tells it. */
export interface GithubAddress {
  email: string
  primary: boolean
  verified: boolean
}

/** GitHub's sign-in on this machine, for calls to `github.com` and `api.github.com` that are led here. */
export interface TestGithub {
  origin: string
  clientId: string
  clientSecret: string
  /** Who signs in next. */
  user: { id: number; login: string; name: string | null }
  addresses: GithubAddress[]
  /** Whether the next person says no. */
  refuses: boolean
  /** Goes through the page of consent as a browser does; gives the address to which it sends back. */
  signIn(url: string): string
  close(): Promise<void>
}

const CLIENT = { clientId: 'github-of-tests', clientSecret: 'canary-github-secret' }

interface Grant {
  challenge: string
  redirectUri: string
}

class GithubServer implements TestGithub {
  readonly clientId = CLIENT.clientId
  readonly clientSecret = CLIENT.clientSecret
  origin = ''
  user: TestGithub['user'] = { id: 583231, login: 'octo', name: 'Octavia Cat' }
  addresses: GithubAddress[] = []
  refuses = false
  close: TestGithub['close'] = async () => undefined
  readonly #grants = new Map<string, Grant>()
  readonly #tokens = new Set<string>()

  signIn(url: string): string {
    const { host, pathname, searchParams } = new URL(url)
    const get = (name: string) => searchParams.get(name) ?? ''
    if (host !== 'github.com' || pathname !== '/login/oauth/authorize' || get('client_id') !== this.clientId)
      throw new Error(`GitHub shows a fault instead of ${url}`)
    const back = new URL(get('redirect_uri'))
    const code = randomUUID()
    if (!this.refuses) this.#grants.set(code, { challenge: get('code_challenge'), redirectUri: back.href })
    back.search = new URLSearchParams(
      this.refuses ? { error: 'access_denied', state: get('state') } : { code, state: get('state') },
    ).toString()
    return back.href
  }

  #giveToken(form: URLSearchParams): object {
    const [id, secret] = [form.get('client_id'), form.get('client_secret')]
    if (id !== this.clientId || secret !== this.clientSecret) return { error: 'incorrect_client_credentials' }
    const code = form.get('code') ?? ''
    const grant = this.#grants.get(code)
    this.#grants.delete(code)
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (grant?.challenge !== proof) return { error: 'bad_verification_code' }
    if (grant.redirectUri !== form.get('redirect_uri')) return { error: 'redirect_uri_mismatch' }
    const token = `gho_${randomUUID()}`
    this.#tokens.add(token)
    return { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' }
  }

  /** What it answers, with the status. GitHub refuses a token request with status 200. */
  answer({ url, headers }: IncomingMessage, body: string): [status: number, value: object] {
    if (url === '/login/oauth/access_token') {
      if (new URLSearchParams(body).get('client_id') === 'unknown') return [404, { error: 'Not Found' }]
      return [200, this.#giveToken(new URLSearchParams(body))]
    }
    const token = (headers.authorization ?? '').replace(/^Bearer /, '')
    if (!this.#tokens.has(token) || !headers['user-agent']) return [401, { message: 'Bad credentials' }]
    if (url === '/user') return [200, this.user]
    return url === '/user/emails' ? [200, this.addresses] : [404, { message: 'Not Found' }]
  }
}

/** Starts it. */
export async function startGithub(): Promise<TestGithub> {
  const github = new GithubServer()
  const server = createServer(async (request, response) => {
    const [status, value] = github.answer(request, await text(request))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  github.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  github.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return github
}
