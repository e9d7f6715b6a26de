import { RunnelError } from '@runnel/contract'
import type { HttpAuthorise, HttpRequest, HttpSecrets, LeavingRequest, TokenRequest } from '@runnel/node-kit'
import { askTokenServer, tellRefusal } from '../connections/ask-token-server.ts'
import type { OperationContext } from '../context.ts'
import { unbind } from './bound-secrets.ts'

/** How long before its end a token is not used any more, and how long one lasts that does not say. */
const MARGIN_MS = 60_000
const USUAL_MS = 5 * 60_000

interface Token {
  text: string
  usableUntil: number
}

/** A request on its way out, for credentials that sign it; of a server of tools only where and when. */
export function describeLeaving(
  { url = '', method = 'GET', headers = {}, body }: Partial<HttpRequest>,
  leavesAt: number,
): LeavingRequest {
  return { url, method, headers, ...(body === undefined ? {} : { body }), leavesAt }
}

/** What the secrets are for. */
export interface Leaving {
  request: LeavingRequest
  signal: AbortSignal
}

/** Makes secrets of credentials; tokens are kept while they last, in this process and for one run. */
export interface SecretsOpener {
  /**
   * The secrets that the fields of a credential make.
   * @throws RunnelError `upstream_error` without the credential in its words when a sign-in server gives no token,
   * `credential_host_mismatch` where they are for another server
   */
  open(authorise: HttpAuthorise, fields: Record<string, string>, leaving: Leaving): Promise<HttpSecrets>
}

/** Makes an opener that knows no token yet. */
export function createSecretsOpener(context: OperationContext): SecretsOpener {
  const tokens = new Map<string, Promise<Token>>()

  async function getToken(request: TokenRequest, signal: AbortSignal): Promise<string> {
    const key = JSON.stringify(request)
    const held = tokens.get(key)
    const known = held && (await held.catch(() => undefined))
    if (known && known.usableUntil > context.now()) return known.text
    const asked = askForToken(context, request, signal)
    tokens.set(key, asked)
    return (await asked).text
  }

  return {
    async open({ apply, exchange }, bound, { request, signal }) {
      const fields = unbind(bound, request.url)
      const asked = exchange?.(fields)
      const opened = asked ? { ...fields, accessToken: await getToken(asked, signal) } : fields
      return apply(opened, request)
    },
  }
}

async function askForToken(
  context: OperationContext,
  { url, body, encoding }: TokenRequest,
  signal: AbortSignal,
): Promise<Token> {
  const asked = await askTokenServer(context, url, { fields: body, encoding, signal })
  if ('refusal' in asked) {
    throw new RunnelError('upstream_error', tellRefusal(new URL(url).host, asked.refusal))
  }
  const { access_token: token, expires_in: seconds } = asked.tokens
  const lasts = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 - MARGIN_MS : USUAL_MS
  return { text: String(token), usableUntil: context.now() + lasts }
}
