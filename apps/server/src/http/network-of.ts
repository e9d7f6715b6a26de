import { withoutPort } from './identify-caller.ts'

const IPV6_BITS = 128
const PART_BITS = 16

/** An address without its last bits where it is one of IPv6; `bits` is a multiple of 16. One of IPv4 stays whole. */
export function firstBits(told: string, bits: number): string {
  const address = withoutPort(told)
  if (!address.includes(':') || address.includes('.')) return address.replace(/^::ffff:/i, '')
  const most = bits / PART_BITS
  const [before = [], after] = address.split('::').map((part) => part.split(':').filter(Boolean))
  if (after === undefined) return before.slice(0, most).join(':')
  const zeros = Array<string>(Math.max(0, IPV6_BITS / PART_BITS - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].slice(0, most).join(':')
}

/** What counts as one address. Whoever has one of IPv6 mostly has a whole network of them: its first 64 bits count. */
export const networkOf = (address: string): string => firstBits(address, 64)
