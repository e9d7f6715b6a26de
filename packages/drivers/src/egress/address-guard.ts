import { lookup as lookupByName } from 'node:dns/promises'
import { isIP } from 'node:net'
import { RunnelError } from '@runnel/contract'
import { findCanonicalHost, findHostAndPort, formatHostAndPort, type HostAndPort } from './canonical-host.ts'
import { findNonPublicKind } from './classify-address.ts'
import { UpstreamError } from './upstream-error.ts'

/** An address that was checked; connect to it and to nothing else. */
export interface CheckedAddress {
  address: string
  family: 4 | 6
}

/** Resolves a name to all of its addresses, as `dns.promises.lookup(name, {all: true})` does. */
export type Lookup = (host: string) => Promise<{ address: string; family: number }[]>

/**
 * What a call is for: vendors and tools that the product itself speaks to, code of users, or an address that a stranger
 * or a model named. Openings of the operator are for the first, those with the prefix `code:` for the second, and
 * none for the third.
 */
export type CallPurpose = 'product' | 'code' | 'stranger'

/** Decides which hosts may be called. */
export interface AddressGuard {
  /** Resolves once and checks every address. Throws `egress_denied`, or `upstream_error` for an unknown name. */
  check(host: string, port: number, purpose?: CallPurpose): Promise<[CheckedAddress, ...CheckedAddress[]]>
  /**
   * For what is handed to a proxy by its name, in the form that it gives: refuses names that are never public, and those of which
   * this machine knows an address that is not. A name that is not known here passes. Throws `egress_denied`.
   */
  checkName(host: string, port: number, purpose: CallPurpose): Promise<string>
  /** Whether the operator opened this very name and port for this purpose. */
  isOpened(host: string, port: number, purpose: CallPurpose): boolean
}

const LOCAL_NAMES = /^(?:localhost|.+\.localhost|ip6-localhost|ip6-loopback|.+\.localdomain)$/
const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
])

/** Names of networks of one's own: one without a dot, and those that are kept for it. */
const INNER_NAMES = /^[^.:]+$|\.(?:internal|local|lan|intranet|home\.arpa)$/
/** How long a proxy is not asked for a name of which nothing is known here yet, in milliseconds. */
const NAME_PATIENCE_MS = 1_000

const CODE = 'code:'

function denied(target: HostAndPort & { purpose: CallPurpose }, reason: string): RunnelError {
  const name = formatHostAndPort(target)
  const entry = `${target.purpose === 'code' ? CODE : ''}${name}`
  const advice =
    target.purpose === 'stranger'
      ? 'Only public addresses are called where a stranger, a model or another server names them.'
      : `If it is meant to be called, the operator adds ${entry} to EGRESS_ALLOW.`
  return new RunnelError('egress_denied', `Calling ${name} is not allowed: it is ${reason}. ${advice}`)
}

/** The openings by what they are for, each as `purpose host:port`. */
function parseAllowList(entries: string[]): Set<string> {
  return new Set(
    entries.map((entry) => {
      const named = entry.trim()
      const forCode = named.startsWith(CODE) ? findHostAndPort(named.slice(CODE.length)) : undefined
      if (forCode !== undefined) return `code ${formatHostAndPort(forCode)}`
      const parsed = findHostAndPort(named)
      if (parsed !== undefined) return `product ${formatHostAndPort(parsed)}`
      throw new RunnelError(
        'invalid_input',
        `EGRESS_ALLOW: "${entry}" is not host:port, such as localhost:11434, or code:localhost:8080.`,
      )
    }),
  )
}

function findRefusalByName(host: string): string | undefined {
  if (LOCAL_NAMES.test(host)) return 'a name of this machine'
  if (METADATA_NAMES.has(host)) return 'a metadata service'
  return undefined
}

const findInnerName = (host: string) => (INNER_NAMES.test(host) ? 'a name of an inner network' : undefined)

async function resolveName(host: string, lookup: Lookup, timeoutMs: number): Promise<CheckedAddress[]> {
  if (isIP(host) !== 0) return [{ address: host, family: isIP(host) === 6 ? 6 : 4 }]
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the name server did not answer')), timeoutMs)
  })
  try {
    const found = await Promise.race([lookup(host), deadline])
    if (found.length === 0) throw new Error('the name has no address')
    return found.map(({ address }) => ({ address, family: isIP(address) === 6 ? 6 : 4 }))
  } catch (cause) {
    // A name that does not exist will not exist in a second either.
    const retryable = (cause as NodeJS.ErrnoException).code !== 'ENOTFOUND'
    const message = `The host ${host} was not found. Check the address.`
    throw new UpstreamError(message, { retryable, wasSent: false, cause })
  } finally {
    clearTimeout(timer)
  }
}

function getCanonicalHost(host: string): string {
  const canonical = findCanonicalHost(host)
  if (canonical !== undefined) return canonical
  throw new RunnelError('egress_denied', `Calling "${host}" is not allowed: it is no host name or address.`)
}

function assertPublic(target: HostAndPort & { purpose: CallPurpose }, addresses: CheckedAddress[]): void {
  for (const { address } of addresses) {
    const kind = findNonPublicKind(address)
    if (kind !== undefined) throw denied(target, kind)
  }
}

/**
 * Makes a guard: the public internet is allowed, everything else only when `allow` lists its `host:port` by the
 * very name that is called, for what the call is for. Metadata and local names are refused before they are resolved.
 */
export function createAddressGuard(options: {
  allow: string[]
  lookup?: Lookup
  timeoutMs: number
}): AddressGuard {
  const allowed = parseAllowList(options.allow)
  const lookup: Lookup = options.lookup ?? ((host) => lookupByName(host, { all: true }))

  const isListedTarget = (target: HostAndPort & { purpose: CallPurpose }) =>
    allowed.has(`${target.purpose} ${formatHostAndPort(target)}`)

  return {
    isOpened: (host, port, purpose) => {
      const canonical = findCanonicalHost(host)
      return canonical !== undefined && isListedTarget({ host: canonical, port, purpose })
    },
    async checkName(host, port, purpose) {
      const target = { host: getCanonicalHost(host), port, purpose }
      const refusal = findRefusalByName(target.host) ?? findInnerName(target.host)
      if (refusal !== undefined) throw denied(target, refusal)
      const patience = Math.min(options.timeoutMs, NAME_PATIENCE_MS)
      assertPublic(target, await resolveName(target.host, lookup, patience).catch(() => []))
      return target.host
    },
    async check(host, port, purpose = 'product') {
      const target = { host: getCanonicalHost(host), port, purpose }
      const isListed = isListedTarget(target)
      const refusal = isListed ? undefined : findRefusalByName(target.host)
      if (refusal !== undefined) throw denied(target, refusal)
      const [first, ...others] = await resolveName(target.host, lookup, options.timeoutMs)
      if (first === undefined) throw denied(target, 'a name without address')
      if (!isListed) assertPublic(target, [first, ...others])
      return [first, ...others]
    },
  }
}
