/** What counts as one address. Whoever has one of IPv6 mostly has a whole network of them: its first 64 bits count. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address.replace(/^::ffff:/i, '')
  const [before = [], after] = address.split('::').map((part) => part.split(':').filter(Boolean))
  if (after === undefined) return before.slice(0, 4).join(':')
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
