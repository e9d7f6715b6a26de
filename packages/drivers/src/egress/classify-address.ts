import { isIPv4, isIPv6 } from 'node:net'
import { findCanonicalHost } from './canonical-host.ts'

type Range = readonly [network: string, bits: number, kind: string]

/** IPv4 ranges that are not the public internet (IANA special-purpose registry, and cloud platform addresses). */
const RANGES_V4: readonly Range[] = [
  ['0.0.0.0', 8, 'an unspecified address'],
  ['10.0.0.0', 8, 'a private address'],
  ['100.64.0.0', 10, 'a carrier-internal address'],
  ['127.0.0.0', 8, 'a loopback address'],
  ['168.63.129.16', 32, 'a cloud platform address'],
  ['169.254.0.0', 16, 'a link-local or metadata address'],
  ['172.16.0.0', 12, 'a private address'],
  ['192.0.0.0', 24, 'a reserved address'],
  ['192.0.2.0', 24, 'a documentation address'],
  ['192.88.99.0', 24, 'a relay address'],
  ['192.168.0.0', 16, 'a private address'],
  ['198.18.0.0', 15, 'a benchmark address'],
  ['198.51.100.0', 24, 'a documentation address'],
  ['203.0.113.0', 24, 'a documentation address'],
  ['224.0.0.0', 4, 'a multicast address'],
  ['240.0.0.0', 4, 'a reserved address'],
]

/** The parts of 2000::/3 that are not the public internet; all outside of it is refused anyway. */
const RANGES_V6: readonly Range[] = [
  ['2001::', 23, 'a protocol or Teredo address'],
  ['2001:db8::', 32, 'a documentation address'],
  ['2002::', 16, 'a 6to4 address'],
  ['3fff::', 20, 'a documentation address'],
]

function numberOfV4(address: string): bigint {
  return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
}

function numberOfV6(address: string): bigint {
  const [head = '', tail] = address.split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const front = groups(head)
  const back = groups(tail)
  const middle = Array.from({ length: 8 - front.length - back.length }, () => '0')
  return [...front, ...middle, ...back].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}

function compile(ranges: readonly Range[], width: bigint, numberOf: (address: string) => bigint) {
  const compiled = ranges.map(([network, bits, kind]) => {
    const shift = width - BigInt(bits)
    return { prefix: numberOf(network) >> shift, shift, kind }
  })
  return (value: bigint): string | undefined =>
    compiled.find(({ prefix, shift }) => value >> shift === prefix)?.kind
}

const findRangeV4 = compile(RANGES_V4, 32n, numberOfV4)
const findRangeV6 = compile(RANGES_V6, 128n, numberOfV6)

const LAST_32_BITS = 0xffff_ffffn
const MAPPED_V4 = numberOfV6('::ffff:0:0') >> 32n
const NAT64 = numberOfV6('64:ff9b::') >> 32n
const GLOBAL_UNICAST = 1n

function classifyV6(value: bigint): string | undefined {
  const upper = value >> 32n
  if (upper === MAPPED_V4 || upper === NAT64) return findRangeV4(value & LAST_32_BITS)
  if (value === 0n) return 'an unspecified address'
  if (value === 1n) return 'a loopback address'
  if (value >> 120n === 0xffn) return 'a multicast address'
  if (value >> 118n === 0x3fan) return 'a link-local address'
  if (value >> 121n === 0x7en) return 'a private address'
  if (value >> 125n !== GLOBAL_UNICAST) return 'a reserved address'
  return findRangeV6(value)
}

/**
 * What an IP address is when it is not on the public internet (such as `a loopback address`), or undefined when
 * it is. IPv4 inside IPv6 (mapped, NAT64) is judged as that IPv4; 6to4 and Teredo are refused whole.
 */
export function findNonPublicKind(address: string): string | undefined {
  const canonical = findCanonicalHost(address.split('%', 1)[0] ?? '')
  if (canonical !== undefined && isIPv4(canonical)) return findRangeV4(numberOfV4(canonical))
  if (canonical !== undefined && isIPv6(canonical)) return classifyV6(numberOfV6(canonical))
  return 'no valid address'
}
