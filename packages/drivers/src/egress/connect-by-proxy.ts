import { type IncomingMessage, request } from 'node:http'
import { request as requestByTls } from 'node:https'
import { isIP, type Socket } from 'node:net'
import type { buildConnector as BuildConnector } from 'undici'
import type { AddressGuard, CallPurpose } from './address-guard.ts'
import { formatHostAndPort, type HostAndPort } from './canonical-host.ts'
import type { EgressProxy } from './egress-proxy.ts'
import { egressErrorOf, isUntrusted } from './network-error.ts'
import { UpstreamError } from './upstream-error.ts'

const NAME = 'The outgoing proxy (EGRESS_PROXY)'
const ASK_BY_NAME = 'the operator sets EGRESS_PROXY_NAMES to proxy'

/** What goes out by a proxy, and how. */
export interface ByProxy {
  proxy: EgressProxy
  guard: AddressGuard
  purpose: CallPurpose
  /** Of each step to a connection, in milliseconds. */
  timeout: number
  /** For what the operator opened: it is called without the proxy. */
  direct: BuildConnector.connector
}

/**
 * Connects by tunnels through the proxy. The guard decides before the proxy is asked for anything; the certificate of a
 * server is checked here, by its name.
 */
export function proxiedConnector(
  buildConnector: typeof BuildConnector,
  { proxy, guard, purpose, timeout, direct }: ByProxy,
): BuildConnector.connector {
  const connectByTls = buildConnector({ allowH2: false, timeout })
  return (options, callback) => {
    const isTls = options.protocol === 'https:'
    const place = { host: options.hostname, port: Number(options.port) || (isTls ? 443 : 80) }
    if (guard.isOpened(place.host, place.port, purpose)) {
      direct(options, callback)
      return
    }
    const fail = (error: Error) => callback(error, null)
    openTunnel(place, { proxy, guard, purpose, timeout }).then((socket) => {
      if (!isTls) callback(null, socket)
      else
        connectByTls({ ...options, httpSocket: socket }, (error, secure) =>
          error ? fail(explain(error, place.host)) : callback(null, secure),
        )
    }, fail)
  }
}

async function openTunnel(
  place: HostAndPort,
  { proxy, guard, purpose, timeout }: Omit<ByProxy, 'direct'>,
): Promise<Socket> {
  const asked = await findAsked(place, { proxy, guard, purpose })
  const { answer, socket, head } = await askForTunnel(asked, { proxy, timeout })
  if (answer.statusCode === 200 && head.byteLength === 0) return socket
  socket.destroy()
  const isByAddress = proxy.names === 'here' && asked.host !== place.host
  throw refusalOf(answer.statusCode ?? 0, formatHostAndPort(place), isByAddress)
}

/** What the proxy is asked for: the address that was checked, or the name. */
async function findAsked(
  { host, port }: HostAndPort,
  { proxy, guard, purpose }: Pick<ByProxy, 'proxy' | 'guard' | 'purpose'>,
): Promise<HostAndPort> {
  if (proxy.names === 'proxy') return { host: await guard.checkName(host, port, purpose), port }
  try {
    const addresses = await guard.check(host, port, purpose)
    // A proxy may have no way to addresses of IPv6.
    const { address } = addresses.find(({ family }) => family === 4) ?? addresses[0]
    return { host: address, port }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    const { message, retryable, cause } = error
    const advice = `Names are resolved here: if only the proxy can, ${ASK_BY_NAME}.`
    throw new UpstreamError(`${message} ${advice}`, { retryable, wasSent: false, cause })
  }
}

interface Tunnel {
  answer: IncomingMessage
  socket: Socket
  /** What came behind the answer. */
  head: Buffer
}

function askForTunnel(
  asked: HostAndPort,
  { proxy, timeout }: Pick<ByProxy, 'proxy' | 'timeout'>,
): Promise<Tunnel> {
  const authority = formatHostAndPort(asked)
  return new Promise((resolve, reject) => {
    const sent = (proxy.tls ? requestByTls : request)({
      host: proxy.host,
      port: proxy.port,
      ...(proxy.tls && { servername: isIP(proxy.host) === 0 ? proxy.host : '' }),
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...authorizationOf(proxy) },
      agent: false,
    })
    const timer = setTimeout(() => sent.destroy(tooLate()), timeout)
    sent.once('connect', (answer, socket, head) => {
      clearTimeout(timer)
      socket.setNoDelay(true)
      resolve({ answer, socket, head })
    })
    sent.once('error', (error) => {
      clearTimeout(timer)
      reject(egressErrorOf(error, NAME, false))
    })
    sent.end()
  })
}

const tooLate = () => Object.assign(new Error('The proxy did not answer'), { code: 'ETIMEDOUT' })

function authorizationOf({ account }: EgressProxy): Record<string, string> {
  if (account === undefined) return {}
  const told = Buffer.from(`${account.user}:${account.password}`).toString('base64')
  return { 'proxy-authorization': `Basic ${told}` }
}

function refusalOf(status: number, place: string, isByAddress: boolean): UpstreamError {
  const facts = { retryable: status >= 502 && status <= 504, wasSent: false }
  if (status === 407)
    return new UpstreamError(
      'The outgoing proxy does not let Runnel in (407). Name and password for it stand in EGRESS_PROXY.',
      facts,
    )
  if (status >= 500) return new UpstreamError(`The outgoing proxy did not reach ${place} (${status}).`, facts)
  if (status < 300) return new UpstreamError(`${NAME} did not answer as a proxy does (${status}).`, facts)
  const advice = isByAddress ? ` It was asked for the address: if it decides by names, ${ASK_BY_NAME}.` : ''
  return new UpstreamError(`The outgoing proxy refuses ${place} (${status}).${advice}`, facts)
}

function explain(error: Error, host: string): Error {
  const found = egressErrorOf(error, host, false)
  if (!(found instanceof UpstreamError)) return error
  if (!isUntrusted(error)) return found
  const { message, retryable, cause } = found
  const advice =
    'If the outgoing proxy signs certificates itself, the operator names its authority in NODE_EXTRA_CA_CERTS.'
  return new UpstreamError(`${message} ${advice}`, { retryable, wasSent: false, cause })
}
