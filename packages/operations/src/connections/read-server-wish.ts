import { RunnelError } from '@runnel/contract'
import type { OperationContext } from '../context.ts'
import { askForJson, safeAddress, textsOf } from './ask-for-json.ts'

/** Whose tokens a server takes (RFC 9728). */
export interface ServerWish {
  /** As the server calls itself: tokens are made for that. */
  resource: string
  /** Its sign-in servers, at least one. */
  issuers: string[]
  scopes: string[]
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource'
const FIRST_REQUEST = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' })

/**
 * Asks a server which sign-in servers it trusts: what it names when it refuses, else what stands at the known places. A
 * server of the older protocol names none and is its own.
 * @throws RunnelError `invalid_input` for a server that tells of another one; `upstream_error`, `egress_denied`
 */
export async function readServerWish(
  context: Pick<OperationContext, 'egress'>,
  server: string,
): Promise<ServerWish> {
  const challenge = await askForChallenge(context, server)
  for (const place of listPlaces(server, challenge.place)) {
    const { status, value } = await askForJson(context, place)
    if (status !== 200 || value === undefined) continue
    const issuers = textsOf(value.authorization_servers).flatMap((each) => safeAddress(each) ?? [])
    if (issuers.length === 0) continue
    const resource = checkResource(server, value.resource)
    const scopes = challenge.scopes.length > 0 ? challenge.scopes : textsOf(value.scopes_supported)
    return { resource, issuers, scopes }
  }
  return { resource: withoutFragment(server), issuers: [new URL(server).origin], scopes: challenge.scopes }
}

interface Challenge {
  place: string | undefined
  scopes: string[]
}

/** What the server says when it is asked without a token. */
async function askForChallenge(
  context: Pick<OperationContext, 'egress'>,
  server: string,
): Promise<Challenge> {
  const { status, headers } = await askForJson(context, server, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: FIRST_REQUEST,
  })
  const told = status === 401 ? (headers.get('www-authenticate') ?? '') : ''
  const read = (name: string) => new RegExp(`\\b${name}="([^"]{1,2000})"`, 'i').exec(told)?.[1]
  return { place: read('resource_metadata'), scopes: (read('scope') ?? '').split(/\s+/).filter(Boolean) }
}

/** Only places of the server itself: it speaks for itself, and another would not know it. */
function listPlaces(server: string, named: string | undefined): string[] {
  const { origin, pathname } = new URL(server)
  const path = pathname === '/' ? '' : pathname.replace(/\/$/, '')
  const known = [`${origin}${WELL_KNOWN}${path}`, `${origin}${WELL_KNOWN}`]
  const isOwn = named !== undefined && URL.canParse(named) && new URL(named).origin === origin
  return [...new Set(isOwn ? [named, ...known] : known)]
}

/** A server that calls itself by the name of another would get tokens that are good there. */
function checkResource(server: string, told: unknown): string {
  if (typeof told === 'string' && URL.canParse(told)) {
    const [own, named] = [new URL(server), new URL(told)]
    const path = named.pathname.replace(/\/$/, '')
    const isWithin = own.pathname === named.pathname || `${own.pathname}/`.startsWith(`${path}/`)
    if (own.origin === named.origin && isWithin) return told
  }
  throw new RunnelError(
    'invalid_input',
    `${new URL(server).host} calls itself by another address than the one of the credential. Correct the address; if it is right, its operator must mend the server.`,
  )
}

function withoutFragment(address: string): string {
  const url = new URL(address)
  url.hash = ''
  return url.href
}
