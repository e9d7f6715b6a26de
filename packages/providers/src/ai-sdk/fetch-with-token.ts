import { APICallError } from '@ai-sdk/provider'
import { isJsonObject, type JsonObject, type JsonValue } from '@runnel/contract'
import { readRefusal } from '@runnel/node-kit'
import type { VendorConnection } from './open-vendor-model.ts'

/** How a vendor gives a token for a key. */
export interface TokenExchange {
  url: string
  /** The request that asks for it; made only when none is at hand. */
  ask(): TokenRequest | Promise<TokenRequest>
  /** Where the token stands in the answer, and how long it lives; as OAuth says it unless given. */
  read?(answer: JsonObject): { token: JsonValue | undefined; seconds: JsonValue | undefined }
  /** What the token depends on: a token is used again for the same. */
  identity: readonly string[]
}

/** A request for a token. */
export interface TokenRequest {
  method: string
  headers: Record<string, string>
  body?: string
}

/** Asks for a token by a form, as OAuth does. */
export function askByForm(fields: Record<string, string>): TokenRequest {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  }
}

interface Token {
  text: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

const MILLISECONDS = 1000
const SECONDS_IF_UNTOLD = 600
/** A token is renewed before it runs out, so that none does on its way. */
const SPARE_MS = 60_000
const MOST_TOKENS = 200
const REFUSED = 401

/** Tokens by the hash of what they were given for, for as long as the vendor lets them live: no key is kept. */
const tokens = new Map<string, Token>()

/**
 * A `fetch` for vendors that take no keys but tokens: the key is exchanged by the guarded client, the token is shown as a
 * bearer's and in no message. A kept token that the vendor refuses is forgotten, and the call made once more with another.
 */
export function fetchWithToken(
  connection: Pick<VendorConnection, 'fetch' | 'keepSecret'>,
  exchange: TokenExchange,
): typeof fetch {
  return async (input, init) => {
    const id = await hash(JSON.stringify([exchange.url, ...exchange.identity]))
    const kept = findKept(id)
    const token = kept ?? (await obtain(connection, { exchange, id }, init?.signal))
    const response = await call(connection, { input, init, token })
    if (response.status !== REFUSED) return response
    tokens.delete(id)
    if (!kept || init?.body instanceof ReadableStream) return response
    const fresh = await obtain(connection, { exchange, id }, init?.signal)
    // The same one again would be refused again.
    if (fresh.text === kept.text) return response
    await response.body?.cancel()
    const second = await call(connection, { input, init, token: fresh })
    if (second.status === REFUSED) tokens.delete(id)
    return second
  }
}

interface Call {
  input: Parameters<typeof fetch>[0]
  init: Parameters<typeof fetch>[1]
  token: Token
}

function call(
  { fetch, keepSecret }: Pick<VendorConnection, 'fetch' | 'keepSecret'>,
  { input, init, token }: Call,
): Promise<Response> {
  keepSecret(token.text)
  const headers = new Headers(init?.headers)
  // What clients of such vendors show in place of a token.
  headers.delete('x-goog-api-key')
  headers.set('authorization', `Bearer ${token.text}`)
  return fetch(input, { ...init, headers: Object.fromEntries(headers) })
}

/** A new token, which is kept from now on. */
async function obtain(
  connection: Pick<VendorConnection, 'fetch'>,
  { exchange, id }: { exchange: TokenExchange; id: string },
  signal: AbortSignal | null | undefined,
): Promise<Token> {
  const token = await exchangeKey(connection, exchange, signal)
  if (tokens.size >= MOST_TOKENS) tokens.clear()
  tokens.set(id, token)
  return token
}

function findKept(id: string): Token | undefined {
  const token = tokens.get(id)
  return token && token.expiresAt - SPARE_MS > Date.now() ? token : undefined
}

async function exchangeKey(
  { fetch }: Pick<VendorConnection, 'fetch'>,
  { url, ask, read = readOAuth }: TokenExchange,
  signal: AbortSignal | null | undefined,
): Promise<Token> {
  const { headers, ...asked } = await ask()
  const response = await fetch(url, {
    ...asked,
    headers: { ...headers, accept: 'application/json' },
    ...(signal ? { signal } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw refusal(url, response, text)
  const { token, seconds } = read(readJson(text))
  if (typeof token !== 'string' || token === '') {
    throw new Error('The answer to the key holds no token.')
  }
  const lifetime = Number(seconds ?? SECONDS_IF_UNTOLD) || SECONDS_IF_UNTOLD
  return { text: token, expiresAt: Date.now() + lifetime * MILLISECONDS }
}

function readOAuth({ access_token: token, expires_in: seconds }: JsonObject) {
  return { token, seconds }
}

/** Vendors say in many ways that they do not know a key; it is one thing to the author. */
function refusal(url: string, { status, statusText, headers }: Response, responseBody: string): APICallError {
  const isOfKey = status >= 400 && status <= 403
  return new APICallError({
    message: readRefusal(responseBody) || statusText,
    url,
    requestBodyValues: {},
    statusCode: isOfKey ? REFUSED : status,
    responseHeaders: Object.fromEntries(headers),
    responseBody,
  })
}

function readJson(text: string): JsonObject {
  try {
    const parsed: JsonValue = JSON.parse(text)
    return isJsonObject(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

async function hash(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(bytes).toHex()
}
