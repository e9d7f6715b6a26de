import { isJsonObject, isRunnelError, type JsonObject, RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'

const TIMEOUT_MS = 15_000
const LARGEST_ANSWER = 100_000

/** What a token server is sent, and how: as a form where nothing else is said. */
export interface TokenForm {
  fields: Record<string, string>
  encoding?: 'form' | 'json'
  headers?: Record<string, string>
  signal?: AbortSignal
  /** The sign-in server that named the address, where one did. */
  namedBy?: string | undefined
}

/** Tokens, or the code by which the server refused (`invalid_grant`). */
export type TokenAnswer = { tokens: JsonObject } | { refusal: string }

/** What people can do about the refusals that are theirs to mend. */
const ADVICE = new Map(
  Object.entries({
    invalid_client: 'the client id or its secret is not right. Open the credential and correct them',
    unauthorized_client:
      'the client may not do this. Register it with the vendor as a web application, with the redirect address that the credential shows',
    redirect_uri_mismatch:
      'the redirect address that the credential shows is not registered for the client. Register it with the vendor',
    invalid_scope: 'a scope of the credential is not known there. Open the credential and correct it',
    invalid_grant: 'the consent is not valid any more. Open the credential and press Connect',
    access_denied: 'access was refused. Press Connect again and agree',
  }),
)

/** Why a vendor refused, in plain words; its own are not told, since they may repeat what was sent. */
export function tellRefusal(host: string, refusal: string): string {
  const advice = ADVICE.get(refusal) ?? 'it refused the request. Check the credential'
  return `${host}: ${advice}.`
}

/**
 * Asks the token server of a vendor; nothing is followed anywhere else, and nothing of what was sent is told.
 * @throws RunnelError `upstream_error` when it cannot be reached or has a fault of its own
 */
export async function askTokenServer(
  { egress }: Pick<OperationContext, 'egress'>,
  url: string,
  form: TokenForm,
): Promise<TokenAnswer> {
  const { host } = new URL(url)
  const { status, body } = await send({ egress }, url, form)
  const answer = parse(body)
  if (status >= 200 && status < 300 && typeof answer.access_token === 'string' && answer.access_token !== '')
    return { tokens: answer }
  if (status >= 400 && status < 500 && status !== 429 && typeof answer.error === 'string')
    return { refusal: answer.error }
  throw new RunnelError(
    'upstream_error',
    `${host} gave no token (status ${status}). Try again later; if it stays, check the credential.`,
  )
}

/** Sends a form to a server of a vendor; the answer is read whole. @throws RunnelError `upstream_error` */
export async function send(
  { egress }: Pick<OperationContext, 'egress'>,
  url: string,
  { fields, encoding = 'form', headers = {}, signal, namedBy }: TokenForm,
): Promise<{ status: number; body: string }> {
  const isJson = encoding === 'json'
  const late = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await egress.fetch(
      url,
      {
        method: 'POST',
        redirect: 'error',
        headers: {
          ...headers,
          accept: 'application/json',
          'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
        },
        body: isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
        signal: signal ? AbortSignal.any([signal, late]) : late,
      },
      { maxBytes: LARGEST_ANSWER, namedBy },
    )
    return { status: response.status, body: await response.text() }
  } catch (cause) {
    if (isRunnelError(cause) || signal?.aborted === true) throw cause
    const message = `${new URL(url).host} did not answer within ${TIMEOUT_MS / 1_000} seconds. Try again later.`
    throw new RunnelError('upstream_error', message, { cause })
  }
}

function parse(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}
