/** Longest address that is looked at. */
const LONGEST = 8_000
/** Stands for our own origin where nobody knows it: what leads away from it leads to another site. */
const OWN = 'http://own.invalid'
const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * The page of ours to which an address leads that came from a request, an answer or a setting: path, query and fragment.
 * Undefined for every other site, however it is written, and for what is no address: nothing but a path is taken over.
 * @param origin our own, where addresses may name it
 */
export function findOwnPath(address: unknown, origin: string = OWN): string | undefined {
  if (typeof address !== 'string' || address.length > LONGEST || !URL.canParse(address, origin))
    return undefined
  const target = new URL(address, origin)
  if (target.origin !== origin) return undefined
  const { pathname, search, hash } = target
  // `/.//site` has become `//site`, which a browser takes for another one.
  return pathname.startsWith('//') ? undefined : `${pathname}${search}${hash}`
}

/**
 * An address of a provider or a vendor to which a browser may be sent without a click of its person: encrypted, or of this
 * machine, with no name, password or fragment in it. Undefined for anything else. Which one it is, settings decide.
 */
export function findProviderAddress(address: unknown): string | undefined {
  if (typeof address !== 'string' || address.length > LONGEST || !URL.canParse(address)) return undefined
  const { protocol, hostname, username, password, hash, href } = new URL(address)
  if (username !== '' || password !== '' || hash !== '') return undefined
  const isOpen = protocol === 'http:' && THIS_MACHINE.test(hostname)
  return protocol === 'https:' || isOpen ? href : undefined
}
