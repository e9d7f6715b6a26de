import type { Socket } from 'node:net'
import { RunnelError } from '@runnel/contract'
import type { buildConnector as BuildConnector, Dispatcher } from 'undici'
import {
  type AddressGuard,
  type CallPurpose,
  type CheckedAddress,
  createAddressGuard,
  type Lookup,
} from './address-guard.ts'
import { findCanonicalHost } from './canonical-host.ts'
import type { EgressProxy } from './egress-proxy.ts'
import { type RequestSecrets, SecretFilling } from './fill-secrets.ts'
import { openSocket, pinnedLookup, type SocketTarget } from './open-socket.ts'
import {
  findRedirectTarget,
  nextRequest,
  type OutgoingRequest,
  readOutgoingRequest,
} from './outgoing-request.ts'
import { type CallLimits, sendRequest } from './send-request.ts'

/** Limits of every call; times in milliseconds, sizes in bytes. */
export interface EgressLimits {
  /** Largest answer after decompression. */
  maxBytes: number
  /** Whole time of a request, to its last byte; a redirect begins a new one. */
  timeoutMs: number
  /** Time to resolve the name, and time to connect. */
  connectTimeoutMs: number
  /** Time to the first byte of the answer. */
  headersTimeoutMs: number
  /** Longest pause within the answer. */
  idleTimeoutMs: number
  maxRedirects: number
}

/** What a single call may narrow or add. */
export interface EgressCallOptions {
  maxBytes?: number
  timeoutMs?: number
  /** Longest silence until the answer begins. */
  headersTimeoutMs?: number
  /** When given, only these hosts may be called (`host` or `host:port`), at redirects too. */
  allowHosts?: readonly string[]
  /** Called when the connection stands, right before the request is written; what it throws ends the call unsent. */
  beforeSend?: (() => void) | undefined
  /** What the call is for: which openings of the operator it may use. `product` when absent. */
  purpose?: CallPurpose
  /** The address that named this one, where a server did: it is called as a redirect of that one would be. */
  namedBy?: string | undefined
  /** Secrets whose marks are replaced when the request leaves, for hosts that are agreed to; without it a mark is text. */
  secrets?: RequestSecrets | undefined
}

/** A `fetch` that goes through the guard; fits wherever a vendor's client takes a `fetch` option. */
export type EgressFetch = (
  input: string | URL | Request,
  init?: RequestInit,
  options?: EgressCallOptions,
) => Promise<Response>

/** The one way out of the process. */
export interface Egress {
  /**
   * Calls an address. Throws `egress_denied` (not allowed), `upstream_error` (network, limits) or the caller's
   * own abort reason, and the body's reader gets the same; never tries twice.
   */
  fetch: EgressFetch
  /** A `fetch` with these options fixed, for vendors' clients. */
  fetchWith(options: EgressCallOptions): EgressFetch
  /** For clients that open their connections themselves: a checked address to connect to. Throws `egress_denied`. */
  checkHost(host: string, port: number): Promise<CheckedAddress>
  /**
   * For what does not speak HTTP: a connection to a checked address, which is then its caller's to end. The signal ends the
   * attempt. Throws `egress_denied`, or `upstream_error` that says that nothing was sent.
   */
  connect(target: SocketTarget, signal: AbortSignal): Promise<Socket>
  /** Ends all connections. */
  close(): Promise<void>
}

/** The limits where none are given: 25 MB, 15 minutes in all, 2 minutes of silence. */
export const defaultEgressLimits: EgressLimits = {
  maxBytes: 25 * 1024 * 1024,
  timeoutMs: 15 * 60_000,
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 120_000,
  idleTimeoutMs: 120_000,
  maxRedirects: 5,
}

/** Connects only to addresses that the guard has checked; the name is not resolved a second time. */
function guardedConnector(
  buildConnector: typeof BuildConnector,
  { guard, purpose }: { guard: AddressGuard; purpose: CallPurpose },
  timeout: number,
): BuildConnector.connector {
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
    guard.check(options.hostname, port, purpose).then(
      (addresses) => {
        const connect = buildConnector({ allowH2: false, timeout, lookup: pinnedLookup(addresses) })
        connect(options, callback)
      },
      (error: Error) => callback(error, null),
    )
  }
}

/** Loads undici at the first call, so that the start of the process does not wait for it. */
async function loadGuardedAgent(
  checks: { guard: AddressGuard; purpose: CallPurpose; proxy: EgressProxy | undefined },
  limits: EgressLimits,
): Promise<Dispatcher> {
  const { Agent, buildConnector } = await import('undici')
  const timeout = limits.connectTimeoutMs
  const { proxy } = checks
  const direct = guardedConnector(buildConnector, checks, timeout)
  const byProxy = proxy && (await import('./connect-by-proxy.ts')).proxiedConnector
  return new Agent({
    connect: byProxy ? byProxy(buildConnector, { ...checks, proxy, timeout, direct }) : direct,
    allowH2: false,
    headersTimeout: limits.headersTimeoutMs,
    bodyTimeout: limits.idleTimeoutMs,
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 60_000,
  })
}

function assertHostAllowed(url: URL, allowHosts: readonly string[] | undefined): void {
  if (allowHosts === undefined) return
  const host = findCanonicalHost(url.hostname) ?? ''
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const names = [host, url.hostname, `${host}:${port}`, `${url.hostname}:${port}`]
  if (allowHosts.some((entry) => names.includes(entry.toLowerCase()))) return
  throw new RunnelError(
    'egress_denied',
    `Calling ${url.hostname}:${port} is not allowed here, only ${allowHosts.join(', ') || 'no host at all'}.`,
  )
}

/** Sends a request with secrets in the place of their marks; its answer tells the address as it was asked for. */
async function sendFilled(
  agent: Dispatcher,
  request: OutgoingRequest,
  { filling, ...limits }: CallLimits & { filling: SecretFilling | undefined },
): Promise<Response> {
  const filled = filling ? await filling.fill(request) : request
  const response = await sendRequest(agent, filled, limits)
  if (filled !== request) Object.defineProperty(response, 'url', { value: request.url.href })
  return response
}

const portOf = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80)

/**
 * What a call is for behind a redirect. A server outside may lead on to others outside: what the operator opened was opened for
 * addresses that are named here, and for where such a server itself leads.
 */
function purposeBehind(
  guard: AddressGuard,
  { from, target, purpose }: { from: URL; target: URL; purpose: CallPurpose },
): CallPurpose {
  const isOwn = target.origin === from.origin || guard.isOpened(from.hostname, portOf(from), purpose)
  return isOwn ? purpose : 'stranger'
}

/** What a call is for, of which may be said who named its address. */
function purposeOf(
  guard: AddressGuard,
  target: URL,
  { purpose = 'product', namedBy }: EgressCallOptions,
): CallPurpose {
  if (namedBy === undefined) return purpose
  return URL.canParse(namedBy)
    ? purposeBehind(guard, { from: new URL(namedBy), target, purpose })
    : 'stranger'
}

function tooManyRedirects(url: URL, followed: number): RunnelError {
  return new RunnelError('upstream_error', `${url.host} redirects more than ${followed} times.`)
}

/**
 * Makes the egress client. `allow` lists the non-public `host:port`s that may be called, with `code:` before those for code
 * (`EGRESS_ALLOW`). With a proxy all other calls go through it, but not the sockets of `connect`.
 */
export function createEgress(config: {
  allow: string[]
  proxy?: EgressProxy | undefined
  limits?: Partial<EgressLimits>
  lookup?: Lookup
}): Egress {
  const limits = { ...defaultEgressLimits, ...config.limits }
  const guard = createAddressGuard({ ...config, timeoutMs: limits.connectTimeoutMs })
  // A connection that is kept open must not serve calls that may not open it: one agent for each purpose.
  const agents = new Map<CallPurpose, Promise<Dispatcher>>()

  function getAgent(purpose: CallPurpose): Promise<Dispatcher> {
    const agent = agents.get(purpose) ?? loadGuardedAgent({ guard, purpose, proxy: config.proxy }, limits)
    agents.set(purpose, agent)
    return agent
  }

  async function callAndFollow(first: OutgoingRequest, init: RequestInit, options: EgressCallOptions) {
    const { maxBytes = limits.maxBytes, timeoutMs = limits.timeoutMs, headersTimeoutMs } = options
    let purpose = purposeOf(guard, first.url, options)
    const callLimits = { maxBytes, timeoutMs, headersTimeoutMs, beforeSend: options.beforeSend }
    const filling = options.secrets && new SecretFilling(options.secrets)
    let request = first
    for (let followed = 0; ; followed += 1) {
      assertHostAllowed(request.url, options.allowHosts)
      const agent = await getAgent(purpose)
      const response = await sendFilled(agent, request, { ...callLimits, filling })
      const target = findRedirectTarget(response.status, response.headers.get('location'), request.url)
      if (target === undefined || init.redirect === 'manual') return response
      await response.body?.cancel()
      if (init.redirect === 'error' || followed >= limits.maxRedirects)
        throw tooManyRedirects(first.url, followed)
      purpose = purposeBehind(guard, { from: request.url, target, purpose })
      request = nextRequest(request, { status: response.status, target })
    }
  }

  const fetchGuarded: EgressFetch = async (input, init = {}, options = {}) =>
    callAndFollow(await readOutgoingRequest(input, init), init, options)

  return {
    fetch: fetchGuarded,
    fetchWith: (options) => (input, init) => fetchGuarded(input, init, options),
    async checkHost(host, port) {
      const [address] = await guard.check(host, port)
      return address
    },
    connect: (target, signal) => openSocket(guard, target, signal),
    async close() {
      for (const agent of agents.values()) await (await agent).destroy()
    },
  }
}
